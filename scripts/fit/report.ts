import type { Planes } from '../../site/engine/types.ts';
import { type Range, type Step, searchParameters, valueAt } from './search.ts';

/** A picture with known content. RGB in 0..1. */
export type Picture = { readonly name: string; readonly planes: Planes };

/** What is fitted: the parameter object of a detector, its ranges, and its objective. */
export type Subject<T extends object> = {
  /** Name and unit of the score. */
  readonly measure: string;
  readonly present: T;
  readonly ranges: readonly Range[];
  /** Prepares degraded pictures once; returns the mean score of a parameter object on them (higher is better). */
  readonly prepare: (pictures: readonly Picture[], seed: number) => Promise<(parameters: T) => Promise<number>>;
};

export type FitOptions = {
  readonly fitting: readonly Picture[];
  readonly reporting: readonly Picture[];
  readonly rounds: number;
  readonly seed: number;
  /** Paths of the ranges that are varied; null for all. */
  readonly only: readonly string[] | null;
  readonly onStep?: (step: Step) => void;
};

/** Scores on one set of pictures. */
type Scores = { readonly present: number; readonly fitted: number };

export type FitReport = {
  readonly measure: string;
  /** Fitted values that differ from the present ones. */
  readonly changes: readonly { readonly path: string; readonly present: number; readonly fitted: number }[];
  readonly fitting: Scores;
  readonly reporting: Scores;
};

/** Fits a subject on one set of pictures and scores present and fitted parameters on both sets. */
export async function fitSubject<T extends object>(subject: Subject<T>, options: FitOptions): Promise<FitReport> {
  const { fitting, reporting, rounds, seed, only, onStep } = options;
  const { present, measure } = subject;
  const ranges = subject.ranges.filter(({ path }) => !only || only.includes(path));
  const unknown = (only ?? []).filter((path) => !subject.ranges.some((range) => range.path === path));
  if (unknown.length > 0)
    throw new Error(
      `No range ${unknown.join(', ')}. Choose from ${subject.ranges.map(({ path }) => path).join(', ')}.`,
    );
  const score = await subject.prepare(fitting, seed);
  const found = await searchParameters({ start: present, ranges, score, rounds, seed, ...(onStep && { onStep }) });
  // Other random degradations than in the fit.
  const report = await subject.prepare(reporting, seed + 1);
  return {
    measure,
    changes: ranges
      .map(({ path }) => ({ path, present: valueAt(present, path), fitted: valueAt(found.parameters, path) }))
      .filter((change) => change.present !== change.fitted),
    fitting: { present: await score(present), fitted: found.score },
    reporting: { present: await report(present), fitted: await report(found.parameters) },
  };
}

/** The report as text, with a warning if the fitted values are worse on the reporting pictures. */
export function reportText({ measure, changes, fitting, reporting }: FitReport): string {
  const line = (name: string, { present, fitted }: Scores) =>
    `${name}: ${present.toFixed(4)} with the present values, ${fitted.toFixed(4)} with the fitted values`;
  return [
    `Score: ${measure}.`,
    line('Fitting pictures', fitting),
    line('Reporting pictures', reporting),
    ...(changes.length === 0 ? ['No value changed.'] : []),
    ...changes.map(({ path, present, fitted }) => `${path}: ${present} -> ${fitted}`),
    ...(reporting.fitted < reporting.present
      ? [
          'Warning: the fitted values are worse on the reporting pictures. Keep the present ones, or add fitting pictures.',
        ]
      : []),
  ].join('\n');
}
