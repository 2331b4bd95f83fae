/** A value with its earlier and its undone versions. It has no limit, because versions share their common parts. */
export type History<T> = {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** Subject of the last change; consecutive changes of one subject are one step. */
  readonly subject: string | null;
};

export const historyOf = <T>(now: T): History<T> => ({ past: [], now, future: [], subject: null });

/** Adds a step. A change with the subject of the last one (a slider that is dragged) replaces that step. */
export function record<T>(history: History<T>, now: T, subject: string | null = null): History<T> {
  if (Object.is(history.now, now)) return history;
  const joins = subject !== null && subject === history.subject && history.past.length > 0;
  const past = joins ? history.past : [...history.past, history.now];
  return { past, now, future: [], subject };
}

/** Ends the step: the next change is a new one, whatever its subject. */
export const settle = <T>(history: History<T>): History<T> =>
  history.subject === null ? history : { ...history, subject: null };

/** One step back; the same history if there is none. */
export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future], subject: null };
}

/** One step forward; the same history if there is none. */
export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future, subject: null };
}

/** All values, the oldest first; `past.length` is the index of `now`. */
export const allSteps = <T>({ past, now, future }: History<T>): readonly T[] => [...past, now, ...future];

/** Goes to an index of `allSteps`; the same history if there is no such step. */
export function goTo<T>(history: History<T>, index: number): History<T> {
  const all = allSteps(history);
  const now = all[index];
  if (now === undefined || index === history.past.length) return history;
  return { past: all.slice(0, index), now, future: all.slice(index + 1), subject: null };
}
