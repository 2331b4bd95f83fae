import type { Progress } from './progress.ts';

/** What a build did: shown as a summary, and printed as it is by `--json`. Times in milliseconds, sizes in bytes. */
export type BuildReport = {
  readonly id: string;
  readonly out: string;
  readonly pages: number;
  readonly rendered: number;
  readonly reused: number;
  readonly locales: readonly { readonly code: string; readonly pages: number; readonly missing: number }[];
  readonly files: number;
  readonly bytes: number;
  readonly bundle: 'made' | 'reused';
  /** Page key -> JavaScript that its pages load first, gzipped. */
  readonly scripts: Readonly<Record<string, number>>;
  readonly slowest: readonly (readonly [path: string, ms: number])[];
  readonly stages: Readonly<Record<string, number>>;
  readonly ms: number;
  /** Largest resident size of the process. */
  readonly peakBytes: number;
};

export type Timings = {
  readonly stage: (name: string) => void;
  /** Milliseconds by stage, in order. */
  readonly end: () => Readonly<Record<string, number>>;
};

export function createTimings(progress: Progress, now: () => number): Timings {
  const times: Record<string, number> = {};
  let current = '';
  let started = now();
  const close = () => {
    if (current !== '') times[current] = now() - started;
  };
  return {
    stage: (name) => {
      close();
      current = name;
      started = now();
      progress.stage(name);
    },
    end: () => {
      close();
      progress.end();
      return times;
    },
  };
}
