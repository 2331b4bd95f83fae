/** A changed text, and the number of changes. */
export type TextChange = { readonly text: string; readonly count: number };

type Replacer = (match: string, ...parts: string[]) => string;

/** Like `String.replace`; counts the matches whose replacement differs. */
export const replaceCounted = (text: string, pattern: RegExp, replacer: Replacer): TextChange => {
  let count = 0;
  const changed = text.replace(pattern, (match: string, ...parts: string[]) => {
    const next = replacer(match, ...parts);
    if (next !== match) count += 1;
    return next;
  });
  return { text: changed, count };
};

/** Applies changes in order and sums their counts. */
export const applyInOrder = (text: string, changes: readonly ((text: string) => TextChange)[]): TextChange =>
  changes.reduce<TextChange>(
    (before, change) => {
      const after = change(before.text);
      return { text: after.text, count: before.count + after.count };
    },
    { text, count: 0 },
  );
