/** A value with what came before it and what was undone. It has no end: steps share what they have in common. */
export type History<T> = {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** What the last change was about; changes of the same subject in a row are one step. */
  readonly subject: string | null;
};

export const historyOf = <T>(now: T): History<T> => ({ past: [], now, future: [], subject: null });

/** Makes a step. With the subject of the last change (a slider that is dragged) that step is replaced. */
export function record<T>(history: History<T>, now: T, subject: string | null = null): History<T> {
  if (Object.is(history.now, now)) return history;
  const joins = subject !== null && subject === history.subject && history.past.length > 0;
  const past = joins ? history.past : [...history.past, history.now];
  return { past, now, future: [], subject };
}

/** Makes the next change a step of its own, whatever its subject. */
export const settle = <T>(history: History<T>): History<T> =>
  history.subject === null ? history : { ...history, subject: null };

/** One step back; the same history where there is none. */
export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future], subject: null };
}

/** One step forward again; the same history where there is none. */
export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future, subject: null };
}

/** All values, the oldest first; `past.length` is the place of `now`. */
export const allSteps = <T>({ past, now, future }: History<T>): readonly T[] => [...past, now, ...future];

/** As many steps back or forth as it takes to be at a place of `allSteps`; the same history where there is none. */
export function goTo<T>(history: History<T>, place: number): History<T> {
  const all = allSteps(history);
  const now = all[place];
  if (now === undefined || place === history.past.length) return history;
  return { past: all.slice(0, place), now, future: all.slice(place + 1), subject: null };
}
