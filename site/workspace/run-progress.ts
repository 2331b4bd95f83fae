import { useSyncExternalStore } from 'react';
import type { Progress } from '../engine/types.ts';

/**
 * The progress of the running job, beside the state of the workspace: it changes several times a second, and only what
 * shows it renders again.
 */
export type RunProgress = {
  /** A job begins: forgets the progress of the one before. */
  readonly start: (id: string) => void;
  /** Ignored unless the job of this picture is the last that began. */
  readonly report: (id: string, progress: Progress) => void;
  readonly current: () => Progress;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (onChange: () => void) => () => void;
};

const WAITING: Progress = { stage: 'waiting', done: 0, etaMs: null };

export function createRunProgress(): RunProgress {
  const listeners = new Set<() => void>();
  let running: string | null = null;
  let progress = WAITING;
  const set = (next: Progress) => {
    progress = next;
    for (const onChange of listeners) onChange();
  };
  return {
    start: (id) => {
      running = id;
      set(WAITING);
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
export const useRunProgress = ({ subscribe, current }: RunProgress): Progress =>
  useSyncExternalStore(subscribe, current, current);
