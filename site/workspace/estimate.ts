import { timesKnowing } from '../engine/adapters/faint-noise.ts';
import { expectedTimes, totalMs } from '../engine/capability/expected-times.ts';
import { type Attempt, timedPlanOf } from './attempts.ts';
import { stepPaces } from './pace.ts';
import type { PictureRequest } from './picture-request.ts';
import type { Session } from './session.ts';

/** Milliseconds that an attempt will take here, its file included, as far as is known of the picture. */
export function estimatedMs(attempt: Attempt, session: Session, { kept, output }: PictureRequest): number {
  const plan = timedPlanOf(attempt, session, output?.type ?? null);
  const times = expectedTimes(plan, session.device, stepPaces());
  return totalMs(timesKnowing(new Map(Object.entries(kept)), plan.steps, times));
}
