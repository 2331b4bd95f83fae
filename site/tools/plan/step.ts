import type { networkOps } from '../../engine/adapters/ops.ts';
import type { ops } from '../../engine/ops/registry.ts';
import type { StepOf } from '../../engine/types.ts';

/** A step of a plan, with the parameters of its operation checked. */
export type ToolStep = StepOf<typeof ops & typeof networkOps>;
