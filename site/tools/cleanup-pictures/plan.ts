import type { Outcome } from '../../engine/errors.ts';
import type { PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { fillPlan } from '../plan/fill.ts';

/** What was painted over is filled. */
export const plan = (request: PlanRequest): Outcome<ToolPlan> => fillPlan(request);
