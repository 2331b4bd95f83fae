import type { Mask, Plane } from '../../types.ts';
import { grown } from '../mask/change.ts';
import { labelComponents } from '../matte/components.ts';
import { heightOf, type Line, linesOf, placeOn, widened } from './lines.ts';

/**
 * A DB detector draws text smaller than it is; what it draws is grown by this times its area over its perimeter (Liao
 * et al. 2020, "Real-time Scene Text Detection with Differentiable Binarization", take 1.5).
 */
const GROWTH = 1.8;

/** Its mean over real text is that much above the level; over branches and bricks it is lower. */
const SURER = 0.25;

/** Least growth, as a share of the longer side. */
const LEAST_GROWTH = 0.004;

/** Of a field with letters drawn over the picture that share, and so many pixels, surely are; of lettering of the scene hardly any. */
const DRAWN = { surely: 0.8, share: 0.13, least: 24 } as const;

/**
 * A stroke that leads out of a field belongs to its letters: so sure, where it ends within that many times the field's
 * growth, and no further beside the line than that many times its height.
 */
const LEADS_OUT = { surely: 0.5, reach: 3, beside: 0.4 } as const;

/** Small text that goes along a side of the picture is a signature: in its own heights, and of the picture's longer side. */
const SIGNATURE = { long: 3, beside: 1, high: 0.1, straight: 0.06 } as const;

/** A box of labels, the sides of pixels at which the part ends, the sum of its probabilities, and drawn pixels. */
type Part = { left: number; top: number; right: number; bottom: number; sides: number; sum: number; drawn: number };

/** Where text is, and the lines that it is on. */
export type TextArea = { readonly mask: Mask; readonly lines: readonly Line[] };

/**
 * Where text is: what of a detector's plane (0..1) reaches `level`, each part grown to the height of its letters. With
 * `drawn` (0..1) only what is drawn over the picture, and small lines along its sides, as signatures and addresses are.
 */
export function textArea(text: Plane, level: number, drawn?: Plane): TextArea {
  const { width, height } = text;
  const seen: Mask = { width, height, data: Uint8Array.from(text.data, (value) => (value >= level ? 255 : 0)) };
  const found = labelComponents(seen);
  const { labels, areas } = found;
  const axes = linesOf(found);
  const parts = areas.map((): Part => ({ left: width, top: height, right: 0, bottom: 0, sides: 0, sum: 0, drawn: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label === 0) continue;
    const part = parts[label]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    part.sum += text.data[i]!;
    if (drawn && drawn.data[i]! > DRAWN.surely) part.drawn++;
    part.left = Math.min(part.left, x);
    part.right = Math.max(part.right, x + 1);
    part.top = Math.min(part.top, y);
    part.bottom = Math.max(part.bottom, y + 1);
    for (const next of [i - 1, i + 1, i - width, i + width]) if (labels[next] !== label) part.sides++;
  }
  const out: Mask = { width, height, data: new Uint8Array(labels.length) };
  const least = LEAST_GROWTH * Math.max(width, height);
  const lines: Line[] = [];
  let most = 0;
  for (const [label, area] of areas.entries()) {
    if (label === 0 || parts[label]!.sum < (level + SURER) * area) continue;
    // A slanted line has more sides of pixels than length: 4 / π as many in the mean.
    const own = Math.max((GROWTH * area) / ((Math.PI / 4) * parts[label]!.sides), least);
    const line = widened(axes[label]!, own);
    const isDrawn = parts[label]!.drawn >= Math.max(DRAWN.least, DRAWN.share * area);
    if (drawn && !isDrawn && !isSignature(line, text)) continue;
    layGrown(out, { labels, label, part: parts[label]! }, own);
    lines.push(line);
    most = Math.max(most, own);
  }
  if (!drawn || most === 0) return { mask: out, lines };
  return { mask: withLeadingOut(out, drawn, { lines, steps: Math.ceil(LEADS_OUT.reach * most), by: least }), lines };
}

/** A small straight line along a side of the picture, near to it. */
function isSignature(line: Line, { width, height }: Plane): boolean {
  const high = heightOf(line);
  const long = line.along[1] - line.along[0];
  if (high > SIGNATURE.high * Math.max(width, height) || long < SIGNATURE.long * high) return false;
  const [level, upright] = [Math.abs(line.dy) < SIGNATURE.straight, Math.abs(line.dx) < SIGNATURE.straight];
  const [middle, side] = level ? [line.y, height] : [line.x, width];
  return (level || upright) && Math.min(middle, side - middle) < (SIGNATURE.beside + 0.5) * high;
}

/** The fields with the strokes that lead out of them and end within so many steps, and what is `by` beside these. */
function withLeadingOut(
  { width, height, data }: Mask,
  drawn: Plane,
  { lines, steps, by }: { readonly lines: readonly Line[]; readonly steps: number; readonly by: number },
): Mask {
  const bands = lines.map((line) => widened(line, LEADS_OUT.beside * heightOf(line)));
  const surely = (i: number) => drawn.data[i]! > LEADS_OUT.surely;
  const isNear = (i: number) => bands.some((band) => isBeside(band, i % width, Math.floor(i / width)));
  const reached = new Uint8Array(data.length);
  const goOn: number[] = [];
  let edge: number[] = [];
  for (let i = 0; i < data.length; i++) if (data[i] === 255 && surely(i)) edge.push(i);
  for (let step = 0; step < steps && edge.length > 0; step++) {
    const next: number[] = [];
    for (const i of edge) {
      const x = i % width;
      for (const to of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (to < 0 || to >= data.length || data[to] === 255 || reached[to] === 255 || !surely(to)) continue;
        reached[to] = 255;
        if (isNear(to)) next.push(to);
        else goOn.push(to);
      }
    }
    edge = next;
  }
  dropParts({ width, height, data: reached }, [...goOn, ...edge]);
  const more = grown({ width, height, data: reached }, by).data;
  return { width, height, data: data.map((value, i) => (more[i]! > 127 ? 255 : value)) };
}

/** Takes the parts out that hold one of these pixels. */
function dropParts(mask: Mask, pixels: readonly number[]): void {
  if (pixels.length === 0) return;
  const { labels } = labelComponents(mask);
  const dropped = new Set(pixels.map((i) => labels[i]!));
  for (let i = 0; i < labels.length; i++) if (dropped.has(labels[i]!)) mask.data[i] = 0;
}

function isBeside(band: Line, x: number, y: number): boolean {
  const across = placeOn(band, x, y)[1];
  return across >= band.across[0] && across <= band.across[1];
}

type Labelled = { readonly labels: Int32Array; readonly label: number; readonly part: Part };

function layGrown({ width, height, data }: Mask, { labels, label, part }: Labelled, by: number): void {
  const margin = Math.ceil(by);
  const [left, top] = [Math.max(0, part.left - margin), Math.max(0, part.top - margin)];
  const size = {
    width: Math.min(width, part.right + margin) - left,
    height: Math.min(height, part.bottom + margin) - top,
  };
  const at = (i: number) => (top + Math.floor(i / size.width)) * width + left + (i % size.width);
  const own = Uint8Array.from({ length: size.width * size.height }, (_, i) => (labels[at(i)] === label ? 255 : 0));
  for (const [i, value] of grown({ ...size, data: own }, by).data.entries()) if (value > 127) data[at(i)] = 255;
}
