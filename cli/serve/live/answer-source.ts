import type { Bundle } from '../../bundle/bundle.ts';
import type { Diagnostic } from '../../contract.ts';
import type { Result } from '../../report/result.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import type { PlanAnswers } from './plan-answers.ts';
import type { ServedPage } from './render.ts';

/** What answers are computed from. */
export type AnswerSource = {
  /** Returns the last plan without errors and its answers; null before the first. */
  readonly current: () => {
    readonly plan: SitePlan;
    readonly answers: PlanAnswers;
  } | null;
  /** Renders the page of a path. Resolves to null if the page was removed meanwhile. */
  readonly page: (path: string) => Promise<Result<ServedPage> | null>;
  readonly bundle: () => Bundle | null;
  /** Resolves to the bundle of the code as of this call or newer. */
  readonly nextBundle: () => Promise<Bundle | null>;
  readonly problems: () => readonly Diagnostic[];
  /** ISO date. */
  readonly today: string;
};
