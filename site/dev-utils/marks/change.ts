/** A text after a change, and how many marks were changed. */
export type Changed = { readonly text: string; readonly count: number };

type Put = (match: string, ...parts: string[]) => string;

/** As `replace`, counting the matches that became something else. */
export const replaceCounted = (text: string, pattern: RegExp, put: Put): Changed => {
  let count = 0;
  const changed = text.replace(pattern, (match: string, ...parts: string[]) => {
    const next = put(match, ...parts);
    if (next !== match) count += 1;
    return next;
  });
  return { text: changed, count };
};

/** Changes one after the other, counts added up. */
export const inTurn = (text: string, changes: readonly ((text: string) => Changed)[]): Changed =>
  changes.reduce<Changed>(
    (before, change) => {
      const after = change(before.text);
      return { text: after.text, count: before.count + after.count };
    },
    { text, count: 0 },
  );
