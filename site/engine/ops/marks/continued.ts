import type { Box, Mask, Pixels, Plane } from '../../types.ts';
import { MOST_OPACITY } from './edge-lines.ts';
import { heightOf, type Line, placeOn } from './lines.ts';
import { fitOverlay, type Overlay, type Patch } from './overlay.ts';
import { cutPlane, grown, MARGIN, patchOf, planesIn } from './patches.ts';
import { borderLength, strokesOf } from './strokes.ts';

/** How far beyond its end a line is looked at each time, as far as the next letter reaches at least, and what is laid around it, in heights of the line. */
const AHEAD = 1.1;
const STEP = 0.15;
const AROUND = 0.08;

/** What a pixel of border gains at least where there is a letter, and the share of what is looked at that letters cover. */
const GAINS = 0.55;
const COVERS = [0.06, 0.45] as const;

/** How much better the borders of the strokes are explained with the mark than without, where a line can be continued. */
const TRUST = 0.2;

const PASSES = 5;
const MOST_STEPS = 24;

export type Written = {
  readonly picture: Pixels;
  /** What is chosen already. */
  readonly mask: Mask;
  /** How likely each pixel is drawn over the picture, 0..1. */
  readonly drawn: Plane;
  readonly lines: readonly Line[];
};

/**
 * The mask with the letters that follow on its lines of text, or come before them, and are made of the same see-through
 * colour: a word is one line, also where the picture below hides a part of it from networks. Yields its share done.
 */
export function* continued({ picture, mask, drawn, lines }: Written): Generator<number, Mask> {
  const out: Mask = { ...mask, data: mask.data.slice() };
  for (const [index, line] of lines.entries()) {
    const mix = mixOf({ picture, mask, drawn }, line);
    if (!mix) continue;
    for (const way of [1, -1] as const) {
      const start = way === 1 ? line.along[1] : -line.along[0];
      let end = start;
      for (let step = 0; step < MOST_STEPS; step++) {
        yield index / lines.length;
        const next = yield* reachedFrom(picture, pieceOf(line, way, [end, end + AHEAD * heightOf(line)]), mix);
        if (next === null || next < end + STEP * heightOf(line)) break;
        end = next;
      }
      if (end > start) lay(out, pieceOf(line, way, [start, end + AROUND * heightOf(line)]));
    }
  }
  return out;
}

/** A part of a line, or of what would go on from it; `way` is -1 before its beginning, and `from` and `to` count that way. */
type Piece = { readonly line: Line; readonly way: 1 | -1; readonly from: number; readonly to: number };

const pieceOf = (line: Line, way: 1 | -1, [from, to]: readonly [number, number]): Piece => ({ line, way, from, to });

/** The box around a piece inside the picture; null where none of it is. */
function boxOf({ line, way, from, to }: Piece, { width, height }: Mask | Pixels): Box | null {
  const corners = [from, to].flatMap((u) =>
    line.across.map(
      (v) => [line.x + way * u * line.dx - v * line.dy, line.y + way * u * line.dy + v * line.dx] as const,
    ),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const right = Math.min(width, Math.ceil(Math.max(...xs)) + 1);
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)) + 1);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** How far along its line, counted the piece's way, a pixel of the picture lies; null beside the piece. */
function reachOf({ line, way, from, to }: Piece, x: number, y: number): number | null {
  const [along, across] = placeOn(line, x, y);
  const far = way * along;
  return far >= from && far <= to && across >= line.across[0] && across <= line.across[1] ? far : null;
}

function lay(mask: Mask, piece: Piece): void {
  const box = boxOf(piece, mask);
  for (let i = 0; box && i < box.width * box.height; i++) {
    const [x, y] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)];
    if (reachOf(piece, x, y) !== null) mask.data[y * mask.width + x] = 255;
  }
}

/** What the line's letters are made of, by those pixels that are surely drawn; null where they do not tell. */
function mixOf({ picture, mask, drawn }: Omit<Written, 'lines'>, line: Line): Overlay | null {
  const inner = boxOf(pieceOf(line, 1, line.along), picture);
  if (!inner) return null;
  const box = grown(inner, picture, MARGIN);
  const patch = patchOf(picture, mask, box);
  const told = cutPlane(drawn, box);
  const labels = patch.mask.map((value, i) => (value > 0 && told[i]! > 0.5 ? 1 : 0));
  const mix = fitOverlay(patch, labels, null);
  return mix && mix.trust > TRUST && mix.opacity < MOST_OPACITY ? mix : null;
}

/** How far letters of the mix reach in a piece; null where there are none. */
function* reachedFrom(picture: Pixels, piece: Piece, mix: Overlay): Generator<number, number | null> {
  const inner = boxOf(piece, picture);
  if (!inner) return null;
  const box = grown(inner, picture, MARGIN);
  const reach = (i: number) => reachOf(piece, box.x + (i % box.width), box.y + Math.floor(i / box.width));
  const { width, height } = box;
  const mask = Uint8Array.from({ length: width * height }, (_, i) => (reach(i) === null ? 0 : 1));
  const patch: Patch = { width, height, planes: planesIn(picture, box), mask };
  const { labels, gain } = yield* strokesOf(patch, mix, PASSES);
  const [all, covered] = [mask, labels].map((values) => values.reduce((sum, value) => sum + value, 0)) as [
    number,
    number,
  ];
  if (covered < COVERS[0] * all || covered > COVERS[1] * all) return null;
  if (gain < GAINS * borderLength(patch, labels)) return null;
  return labels.reduce((most, label, i) => (label ? Math.max(most, reach(i) ?? most) : most), piece.from);
}
