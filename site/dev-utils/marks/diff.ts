export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Tags, words, runs of spaces, line ends, and every other character, Chinese and Japanese ones too, by itself. */
const TOKENS =
  /<[^<>\n]*>|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+|\n|[^\S\n]+|[\s\S]/gu;

const tokensOf = (text: string): readonly string[] => text.match(TOKENS) ?? [];

/** Steps after which texts count as different altogether: keeps time and memory small. */
const MOST_STEPS = 1500;

type Pair = { readonly a: readonly string[]; readonly b: readonly string[] };

/** How far each diagonal reaches, for every number of changes (E. Myers, An O(ND) Difference Algorithm, 1986). */
const trace = ({ a, b }: Pair): readonly Int32Array[] | null => {
  const steps: Int32Array[] = [];
  let reach = new Int32Array(2);
  for (let d = 0; d <= Math.min(a.length + b.length, MOST_STEPS); d += 1) {
    const next = new Int32Array(2 * d + 1);
    const at = (k: number) => reach[k + d - 1] ?? -1;
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
      let x = d === 0 ? 0 : down ? at(k + 1) : at(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      next[k + d] = x;
      if (x >= a.length && x - k >= b.length) return [...steps, next];
    }
    steps.push(next);
    reach = next;
  }
  return null;
};

/** Parts from the last to the first. */
const walkBack = ({ a, b }: Pair, steps: readonly Int32Array[]): readonly DiffPart[] => {
  const parts: DiffPart[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = steps.length - 1; d > 0; d -= 1) {
    const reach = steps[d - 1] ?? new Int32Array();
    const at = (k: number) => reach[k + d - 1] ?? -1;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = down ? at(k + 1) : at(k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    const [startX, startY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      parts.push({ kind: 'same', text: a[x] ?? '' });
    }
    parts.push(down ? { kind: 'added', text: b[fromY] ?? '' } : { kind: 'removed', text: a[fromX] ?? '' });
    [x, y] = [fromX, fromY];
  }
  for (; x > 0; x -= 1) parts.push({ kind: 'same', text: a[x - 1] ?? '' });
  return parts;
};

/** Neighbours of one kind as one part; in a run of changes what was removed comes first. */
const joined = (parts: readonly DiffPart[]): readonly DiffPart[] => {
  const result: { kind: DiffPart['kind']; text: string }[] = [];
  for (const { kind, text } of parts) {
    const [before, last] = [result.at(-2), result.at(-1)];
    if (last?.kind === kind) last.text += text;
    else if (kind === 'removed' && last?.kind === 'added') {
      if (before?.kind === 'removed') before.text += text;
      else result.splice(-1, 0, { kind, text });
    } else result.push({ kind, text });
  }
  return result;
};

/** What was removed and added to make one text of another, word by word. Very different texts are replaced as a whole. */
export const diffOf = (before: string, after: string): readonly DiffPart[] => {
  const pair = { a: tokensOf(before), b: tokensOf(after) };
  const steps = trace(pair);
  const parts: readonly DiffPart[] = steps
    ? walkBack(pair, steps).toReversed()
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  return joined(parts.filter(({ text }) => text !== ''));
};
