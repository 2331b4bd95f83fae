import type { Outcome } from '../../engine/errors.ts';
import type { PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { fillPlan } from '../plan/fill.ts';

/** Plans a filling of the mask. */
export const plan = (request: PlanRequest): Outcome<ToolPlan> => fillPlan(request);
