export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Tags, words, runs of spaces and line ends; every other character, including Chinese and Japanese, is a token. */
const TOKENS =
  /<[^<>\n]*>|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+|\n|[^\S\n]+|[\s\S]/gu;

const tokensOf = (text: string): readonly string[] => text.match(TOKENS) ?? [];

/** Edits after which texts count as entirely different; bounds time and memory, which grow with its square. */
const MAX_EDITS = 1500;

type Pair = { readonly a: readonly string[]; readonly b: readonly string[] };

/** Furthest reaching points by diagonal for each number of edits (Myers 1986, "An O(ND) difference algorithm"); null beyond `MAX_EDITS`. */
const furthestReaches = ({ a, b }: Pair): readonly Int32Array[] | null => {
  const steps: Int32Array[] = [];
  let reach = new Int32Array(2);
  for (let d = 0; d <= Math.min(a.length + b.length, MAX_EDITS); d += 1) {
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

/** The edit script, from its last part to its first. */
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

/** Merges adjacent parts of one kind; in a run of changes, removed text precedes added text. */
const mergeNeighbours = (parts: readonly DiffPart[]): readonly DiffPart[] => {
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

/** Word-level difference of two texts. Very different texts are one removed and one added part. */
export const diffOf = (before: string, after: string): readonly DiffPart[] => {
  const pair = { a: tokensOf(before), b: tokensOf(after) };
  const steps = furthestReaches(pair);
  const parts: readonly DiffPart[] = steps
    ? walkBack(pair, steps).toReversed()
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  return mergeNeighbours(parts.filter(({ text }) => text !== ''));
};
