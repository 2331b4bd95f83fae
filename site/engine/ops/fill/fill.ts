import { stop } from '../../errors.ts';
import type { Box, Mask, OpContext, Pixels, Size } from '../../types.ts';
import { drain, type Part } from '../groups/drain.ts';
import { pixelsOf, rgbPlanes } from '../planes.ts';
import { resizePixels, resizePlane } from '../resize/resize.ts';
import { fillHairline } from './hairline.ts';
import { synthesise } from './patches/synthesise.ts';
import { around, cropMask, cropPixels, type Piece, piecesOf } from './regions.ts';
import { matchColours, paste, type SeamOptions, seamOf, widened } from './seam.ts';
import { telea } from './telea.ts';

/**
 * `auto`: hairlines by `telea` or `patches`, whichever does better beside them; all else by the network, whose filling is
 * then laid with patches of the picture itself. Where there is no network, `auto` and `network` are `patches`.
 */
export type FillMethod = 'auto' | 'network' | 'patches' | 'telea';

export type FillOptions = SeamOptions & {
  readonly method: FillMethod;
  /** Carry the tint at the seam into what a network filled. */
  readonly matchColour: boolean;
  /** Nothing to fill is no error: the mask was calculated. */
  readonly mayBeEmpty?: boolean;
};

/** A network as the filling uses it: the crop with its hole (above 0) filled. */
export type NetworkFill = (crop: Pixels, hole: Mask) => Promise<Pixels>;

/** Holes that are nowhere deeper than this, in pixels, are hairlines. */
const HAIRLINE = 2.5;

/** How much of a picture may be chosen: there must be something to go on from. */
const MOST = 0.95;

/** Pixels around the seam that a network fills as well, so that its colours can be compared with the picture's. */
const RING = 6;

/** What each method sees around a hole. */
const TELEA_MARGIN = 12;
const PATCH_MARGIN = { least: 64, most: 320 } as const;
const NETWORK_SIDE = 512;
const NETWORK_MARGIN = 512;

/** Pixels of a crop above which it is filled at a smaller size, so that memory suffices for holes of any size. */
const LARGEST = 6e6;

type Filling = { readonly picture: Pixels; readonly mask: Mask };
type Means = { readonly network: NetworkFill | null; readonly context: OpContext };

/**
 * The picture with what the mask chooses filled, piece by piece, each by the method that suits it. Only pixels of the
 * grown mask change, and never their alpha; all others stay bit by bit. Stops with `mask.empty` and `mask.full`.
 */
export async function fill({ picture, mask }: Filling, options: FillOptions, means: Means): Promise<Pixels> {
  const left = seamOf(mask, options);
  const pieces = piecesOf(left);
  if (pieces.length === 0) return options.mayBeEmpty ? picture : stop({ code: 'mask.empty' });
  const chosen = left.data.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  if (chosen > MOST * left.data.length) return stop({ code: 'mask.full' });
  const out = { ...picture, data: picture.data.slice() };
  const open = { ...left, data: left.data.slice() };
  for (const [index, piece] of pieces.entries()) {
    await means.context.checkpoint();
    const part = { from: index / pieces.length, to: (index + 1) / pieces.length };
    await fillPiece({ out, open }, { piece, options, part }, means);
    means.context.progress(part.to, { done: index + 1, total: pieces.length });
  }
  return out;
}

type State = {
  readonly out: Pixels;
  /** What is not filled yet. */
  readonly open: Mask;
};
type Task = { readonly piece: Piece; readonly options: FillOptions; readonly part: Part };

async function fillPiece({ out, open }: State, { piece, options, part }: Task, means: Means): Promise<void> {
  const method = methodFor(piece, options.method, means.network !== null);
  const box = seenBy(method, piece, out);
  const crop = cropPixels(out, box);
  const hole = cropMask(open, box);
  const seam = onlyIn(hole, { ...piece.hole, x: piece.hole.x - box.x, y: piece.hole.y - box.y });
  const filled = await filledAtBest({ method, depth: piece.depth, crop, hole, seam }, { options, part }, means);
  paste(out, filled, { seam, box });
  close(open, piece.hole);
}

function methodFor({ depth }: Piece, wanted: FillMethod, hasNetwork: boolean): FillMethod | 'hairline' {
  if (wanted === 'auto' && depth <= HAIRLINE) return 'hairline';
  return hasNetwork || wanted === 'telea' ? wanted : 'patches';
}

function seenBy(method: FillMethod | 'hairline', { hole }: Piece, picture: Pixels): Box {
  const side = Math.max(hole.width, hole.height);
  const { least, most } = PATCH_MARGIN;
  if (method === 'telea') return around(hole, { margin: TELEA_MARGIN, least: 0 }, picture);
  if (method === 'hairline') return around(hole, { margin: PATCH_MARGIN.least, least: 0 }, picture);
  if (method === 'patches') return around(hole, { margin: Math.min(most, Math.max(least, side)), least: 0 }, picture);
  return around(hole, { margin: Math.min(NETWORK_MARGIN, side), least: NETWORK_SIDE }, picture);
}

type Work = {
  readonly method: FillMethod | 'hairline';
  readonly depth: number;
  readonly crop: Pixels;
  readonly hole: Mask;
  readonly seam: Mask;
};

/** At full size; a crop that is too large is filled in a smaller copy, and the filling enlarged. */
async function filledAtBest(work: Work, task: Pick<Task, 'options' | 'part'>, means: Means): Promise<Pixels> {
  const { width, height } = work.crop;
  const scale = Math.sqrt(LARGEST / (width * height));
  if (scale >= 1) return filledBy(work, task, means);
  const small = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const crop = resizePixels(work.crop, { ...small, kernel: 'area', linear: false });
  const [hole, seam] = [shrunk(work.hole, small), shrunk(work.seam, small)];
  const filled = await filledBy({ ...work, crop, hole, seam }, task, means);
  return resizePixels(filled, { width, height, kernel: 'cubic', linear: false });
}

/** A mask at a smaller size: whatever holds something chosen is chosen. */
function shrunk(mask: Mask, size: Size): Mask {
  const plane = resizePlane({ ...mask, data: Float32Array.from(mask.data) }, size, 'area');
  return { ...size, data: Uint8Array.from(plane.data, (value) => (value > 0 ? 255 : 0)) };
}

async function filledBy(
  { method, depth, crop, hole, seam }: Work,
  { options, part }: Pick<Task, 'options' | 'part'>,
  { network, context }: Means,
): Promise<Pixels> {
  if (method === 'hairline') return drain(fillHairline(crop, hole, depth), context, part);
  const work = { crop, hole, seam };
  const guess = network && (method === 'network' || method === 'auto') ? await guessed(work, options, network) : null;
  if (guess && method === 'network') return guess;
  const start = guess ? { picture: guess, levels: levelsFor(crop) } : null;
  const patched = method === 'telea' ? null : await drain(synthesise(crop, hole, start), context, part);
  return patched ?? guess ?? pixelsOf(await drain(telea(rgbPlanes(crop), hole), context, part));
}

/** From the size at which the network saw the crop; one half of it, where patches see more of the filling. */
const levelsFor = ({ width, height }: Size): number =>
  2 + Math.max(0, Math.round(Math.log2(Math.max(width, height) / NETWORK_SIDE)));

/** What the network makes of the hole, in the colours of its surroundings. */
async function guessed(
  { crop, hole, seam }: Pick<Work, 'crop' | 'hole' | 'seam'>,
  { matchColour }: FillOptions,
  network: NetworkFill,
): Promise<Pixels> {
  if (!matchColour) return network(crop, hole);
  const wide = widened(hole, RING);
  return matchColours(await network(crop, wide), { picture: crop, seam, hole: ringed(wide, hole, seam) });
}

/** The hole without its outermost pixels, where networks mix their colours with those around. */
function ringed(wide: Mask, hole: Mask, seam: Mask): Mask {
  const near = widened(hole, RING / 2);
  const data = Uint8Array.from(wide.data, (_, i) =>
    seam.data[i]! > 0 || (near.data[i]! > 0 && hole.data[i] === 0) ? 255 : 0,
  );
  return { ...wide, data };
}

function onlyIn({ width, height, data }: Mask, box: Box): Mask {
  const out = new Uint8Array(data.length);
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    const from = y * width + Math.max(0, box.x);
    const to = y * width + Math.min(width, box.x + box.width);
    out.set(data.subarray(from, to), from);
  }
  return { width, height, data: out };
}

function close({ width, data }: Mask, { x, y, width: columns, height }: Box): void {
  for (let row = y; row < y + height; row++) data.fill(0, row * width + x, row * width + x + columns);
}
