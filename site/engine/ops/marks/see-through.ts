import type { Box, Mask, Pixels } from '../../types.ts';
import { partsOf } from '../matte/components.ts';
import { type Candidate, overlayCandidates } from './edge-lines.ts';
import { grown, MARGIN, patchOf } from './estimate.ts';

/** Parts that are looked at, the largest first: pages full of text are not searched line by line. */
const MOST_PARTS = 16;

/** A mark's edges agree that much at least. Lettering of the scene stays mostly below. */
const SURE = 10;

/** Less opacity is like haze, more is like paint: lettering of the scene passes as two thirds black. */
const THIN = { least: 0.15, most: 0.62 } as const;

/** Paint passes nearly as well as another colour; a see-through mark passes as one. */
const OTHER = { colour: 0.3, share: 0.9 } as const;

type Text = Box & { readonly label: number };

/**
 * Of separate parts of text those whose edges surely show one see-through colour (`overlayCandidates`), and what lies
 * beside them on their line, as near as they are high: further letters. The mask as it is where none does. Yields its share done.
 */
export function* seeThroughText(picture: Pixels, mask: Mask): Generator<number, Mask> {
  const { labels, areas } = partsOf(mask);
  const texts = textsOf(labels, mask.width);
  const largest = [...texts].sort((a, b) => areas[b.label]! - areas[a.label]!).slice(0, MOST_PARTS);
  if (texts.length < 2) return mask;
  const sure: Text[] = [];
  for (const [index, text] of largest.entries()) {
    yield index / largest.length;
    const own = { ...mask, data: Uint8Array.from(labels, (label) => (label === text.label ? 255 : 0)) };
    if (isThin(overlayCandidates(patchOf(picture, own, grown(text, mask, MARGIN))))) sure.push(text);
  }
  if (sure.length === 0) return mask;
  const near = sure.map(lineOf);
  const kept = new Set(texts.filter((text) => near.some((box) => overlap(text, box))).map(({ label }) => label));
  return { ...mask, data: mask.data.map((value, i) => (kept.has(labels[i]!) ? value : 0)) };
}

/** A text's box, made longer on both sides by how high it is. */
const lineOf = ({ x, y, width, height }: Box): Box =>
  width > height
    ? { x: x - height, y, width: width + 2 * height, height }
    : { x, y: y - width, width, height: height + 2 * width };

/** The box of each label. */
function textsOf(labels: Int32Array, width: number): readonly Text[] {
  const found = new Map<number, { left: number; top: number; right: number; bottom: number }>();
  for (const [i, label] of labels.entries()) {
    if (label === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const box = found.get(label) ?? { left: x, top: y, right: x, bottom: y };
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = y;
    found.set(label, box);
  }
  return [...found].map(([label, { left, top, right, bottom }]) => ({
    label,
    x: left,
    y: top,
    width: right - left + 1,
    height: bottom - top + 1,
  }));
}

function isThin([best, ...others]: readonly Candidate[]): boolean {
  if (!best || best.score < SURE || best.opacity < THIN.least || best.opacity > THIN.most) return false;
  return others.every(
    ({ colour, score }) =>
      score < OTHER.share * best.score ||
      colour.every((value, channel) => Math.abs(value - best.colour[channel]!) < OTHER.colour),
  );
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
