import { useSyncExternalStore } from 'react';
import type { Progress } from '../engine/types.ts';

/**
 * The progress of the running job, beside the state of the workspace: it changes several times a second, and only what
 * shows it renders again.
 */
export type RunProgress<Report = Progress> = {
  /** A job begins: forgets the progress of the one before. */
  readonly start: (id: string) => void;
  /** Ignored unless the job of this picture is the last that began. */
  readonly report: (id: string, progress: Report) => void;
  readonly current: () => Report;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (onChange: () => void) => () => void;
};

const WAITING: Progress = { stage: 'waiting', done: 0, etaMs: null };

/** The progress of jobs that report `Progress`. */
export const createRunProgress = (): RunProgress => createReports(WAITING);

/** `waiting`: the progress of a job that has not reported yet. */
export function createReports<Report>(waiting: Report): RunProgress<Report> {
  const listeners = new Set<() => void>();
  let running: string | null = null;
  let progress = waiting;
  const set = (next: Report) => {
    progress = next;
    for (const onChange of listeners) onChange();
  };
  return {
    start: (id) => {
      running = id;
      set(waiting);
    },
    report: (id, next) => {
      if (id === running) set(next);
    },
    current: () => progress,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** The progress of the running job; the component renders again with each report. */
export const useRunProgress = <Report>({ subscribe, current }: RunProgress<Report>): Report =>
  useSyncExternalStore(subscribe, current, current);
