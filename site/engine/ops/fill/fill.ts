import { stop } from '../../errors.ts';
import type { Box, Mask, OpContext, Pixels, Size } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { drain, type Part } from '../groups/drain.ts';
import { pixelsOf, rgbPlanes } from '../planes.ts';
import { resizePixels, resizePlane } from '../resize/resize.ts';
import { cleared, isFigure, laidOn, liftedOff } from './clear.ts';
import { enlarged } from './enlarged.ts';
import { guessed, guided, type NetworkFill } from './guided.ts';
import { fillHairline } from './hairline.ts';
import { withoutInvented } from './invented.ts';
import { melded } from './meld.ts';
import { type Synthesis, synthesise } from './patches/synthesise.ts';
import { around, nearby, type Piece, piecesOf } from './regions.ts';
import { paste, type SeamOptions, seamOf } from './seam.ts';
import { telea } from './telea.ts';

/**
 * `auto`: hairlines by `telea` or `patches`, whichever does better beside them; all else by the network, whose filling is
 * then laid with patches of the picture itself, or by patches alone where the network's filling does not belong there
 * (`guided.ts`); whole figures of a cut-out leave nothing behind. Where there is no network, `auto` and `network` are
 * `patches`. By itself the network loses to `telea` over hairlines (by 2.5 dB) and to `patches` in small holes: figures
 * in tests/bench/quality.
 */
export type FillMethod = 'auto' | 'network' | 'patches' | 'telea';

export type FillOptions = SeamOptions & {
  readonly method: FillMethod;
  /** Carry the tint at the seam into what a network filled. */
  readonly matchColour: boolean;
  /** Nothing to fill is no error: the mask was calculated. */
  readonly mayBeEmpty?: boolean;
};

/** Holes that are nowhere deeper than this, in pixels, are hairlines. */
const HAIRLINE = 2.5;

/** How much of a picture may be chosen: there must be something to go on from. */
const MOST = 0.95;

/** What each method sees around a hole. */
const TELEA_MARGIN = 12;
const HAIRLINE_MARGIN = 64;
const NETWORK_SIDE = 512;
const NETWORK_MARGIN = 512;

/** Pixels of the picture that other holes have around them when they are filled with the one that a view is made for. */
const SHARED_MARGIN = 48;

/** Pixels of a crop above which it is filled at a smaller size, so that holes of any size take about as long. */
const LARGEST = 6e5;

type Filling = { readonly picture: Pixels; readonly mask: Mask };
type Means = { readonly network: NetworkFill | null; readonly context: OpContext };

/**
 * The picture with what the mask chooses filled, piece by piece, each by the method that suits it. Only pixels of the
 * grown mask change: colours, and what is clear as what is around it; all others stay bit by bit. Stops with
 * `mask.empty` and `mask.full`.
 */
export async function fill({ picture, mask }: Filling, options: FillOptions, means: Means): Promise<Pixels> {
  const { context, network } = means;
  const left = await drain(seamOf(mask, options), context, NOTHING);
  const waiting = [...piecesOf(left)];
  const count = waiting.length;
  if (count === 0) return options.mayBeEmpty ? picture : stop({ code: 'mask.empty' });
  if (chosenIn(left) > MOST * left.data.length) return stop({ code: 'mask.full' });
  await context.checkpoint();
  const out = { ...picture, data: picture.data.slice() };
  const open = { ...left, data: left.data.slice() };
  while (waiting.length > 0) {
    await context.checkpoint();
    const from = 1 - waiting.length / count;
    const view = takeView(waiting, picture, (piece) =>
      options.method === 'auto' && isFigure(picture, left, piece)
        ? 'clear'
        : methodFor(piece, options.method, network !== null),
    );
    const part = { from, to: 1 - waiting.length / count };
    await fillView({ out, open }, { ...view, options, part }, means);
    context.progress(part.to, { done: count - waiting.length, total: count });
  }
  return out;
}

const NOTHING: Part = { from: 0, to: 0 };

function chosenIn({ data }: Mask): number {
  let count = 0;
  for (let i = 0; i < data.length; i++) if (data[i]! > 0) count++;
  return count;
}

type Method = FillMethod | 'hairline' | 'clear';

/** Pieces that are filled at once. */
type View = { readonly method: Method; readonly box: Box; readonly pieces: readonly Piece[] };

function methodFor({ depth }: Piece, wanted: FillMethod, hasNetwork: boolean): Method {
  if (wanted === 'auto' && depth <= HAIRLINE) return 'hairline';
  return hasNetwork || wanted === 'telea' ? wanted : 'patches';
}

/** Takes the first piece that waits; with it, where a network is asked, all others that it sees well. */
function takeView(waiting: Piece[], picture: Size, methodOf: (piece: Piece) => Method): View {
  const first = waiting.shift() as Piece;
  const method = methodOf(first);
  const box = seenBy(method, first, picture);
  if (method !== 'auto' && method !== 'network') return { method, box, pieces: [first] };
  const others = waiting.filter((piece) => methodOf(piece) === method && isWithin(piece.hole, box, picture));
  for (const piece of others) waiting.splice(waiting.indexOf(piece), 1);
  return { method, box, pieces: [first, ...others] };
}

function isWithin(hole: Box, box: Box, picture: Size): boolean {
  const left = box.x === 0 || hole.x - box.x >= SHARED_MARGIN;
  const top = box.y === 0 || hole.y - box.y >= SHARED_MARGIN;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  if (hole.x < box.x || hole.y < box.y || hole.x + hole.width > right || hole.y + hole.height > bottom) return false;
  const rightFree = right === picture.width || right - hole.x - hole.width >= SHARED_MARGIN;
  return left && top && rightFree && (bottom === picture.height || bottom - hole.y - hole.height >= SHARED_MARGIN);
}

function seenBy(method: Method, { hole }: Piece, picture: Size): Box {
  if (method === 'clear') return hole;
  const side = Math.max(hole.width, hole.height);
  if (method === 'telea') return around(hole, { margin: TELEA_MARGIN, least: 0 }, picture);
  if (method === 'hairline') return around(hole, { margin: HAIRLINE_MARGIN, least: 0 }, picture);
  if (method === 'patches') return nearby(hole, picture);
  return around(hole, { margin: Math.min(NETWORK_MARGIN, side), least: NETWORK_SIDE }, picture);
}

type State = {
  readonly out: Pixels;
  /** What is not filled yet. */
  readonly open: Mask;
};
type Task = View & { readonly options: FillOptions; readonly part: Part };

async function fillView({ out, open }: State, { method, box, pieces, options, part }: Task, means: Means) {
  const crop = cropPixels(out, box);
  const hole = cropMask(open, box);
  const seam = onlyIn(
    hole,
    pieces.map((piece) => ({ ...piece.hole, x: piece.hole.x - box.x, y: piece.hole.y - box.y })),
  );
  const depth = Math.max(...pieces.map((piece) => piece.depth));
  const filled =
    method === 'clear'
      ? cleared(crop, hole)
      : await filledOnGround({ method, depth, crop, hole }, { options, part }, means);
  paste(out, filled, { seam, box });
  for (const piece of pieces) close(open, piece.hole);
}

type Work = { readonly method: Method; readonly depth: number; readonly crop: Pixels; readonly hole: Mask };

/** Filled without clear pixels, and then as clear as what it was copied from. */
async function filledOnGround(work: Work, task: Pick<Task, 'options' | 'part'>, means: Means): Promise<Pixels> {
  const { crop, hole } = work;
  const { opaque, ground } = laidOn(crop, hole);
  const filled = await filledAtBest({ ...work, crop: opaque }, task, means);
  return ground === null ? filled : liftedOff(filled, { crop, hole, ground });
}

/** At full size; a large crop is filled in a smaller copy, and the filling enlarged. */
async function filledAtBest(
  work: Work,
  task: Pick<Task, 'options' | 'part'>,
  means: Means,
): Promise<Pixels | Synthesis> {
  const { width, height } = work.crop;
  const scale = Math.sqrt(LARGEST / (width * height));
  if (scale >= 1) return filledBy(work, task, means);
  const small = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const crop = resizePixels(work.crop, { ...small, kernel: 'area', linear: false });
  await means.context.checkpoint();
  const filled = await filledBy({ ...work, crop, hole: reduced(work.hole, small) }, task, means);
  await means.context.checkpoint();
  const { to } = task.part;
  return drain(enlarged(filled, { ...work, small: crop }), means.context, { from: to, to });
}

/** A mask at a smaller size: whatever holds something chosen is chosen. */
function reduced(mask: Mask, size: Size): Mask {
  const plane = resizePlane({ ...mask, data: Float32Array.from(mask.data) }, size, 'area');
  return { ...size, data: Uint8Array.from(plane.data, (value) => (value > 0 ? 255 : 0)) };
}

async function filledBy(
  { method, depth, crop, hole }: Work,
  { options, part }: Pick<Task, 'options' | 'part'>,
  { network, context }: Means,
): Promise<Pixels | Synthesis> {
  const end = { from: part.to, to: part.to };
  if (method === 'hairline') return drain(fillHairline(crop, hole, depth), context, part);
  if (network && (method === 'network' || method === 'auto')) {
    const guess = await guessed({ crop, hole }, options.matchColour, network);
    await context.checkpoint();
    if (method === 'network') return guess;
    const sound = withoutInvented(guess, hole);
    const laid = await drain(guided({ crop, hole }, sound), context, part);
    return laid ? drain(melded(laid, { crop, hole }), context, end) : sound;
  }
  const patched = method === 'telea' ? null : await drain(synthesise(crop, hole, null), context, part);
  if (patched) return drain(melded(patched, { crop, hole }), context, end);
  return pixelsOf(await drain(telea(rgbPlanes(crop), hole), context, part));
}

function onlyIn({ width, height, data }: Mask, boxes: readonly Box[]): Mask {
  const out = new Uint8Array(data.length);
  for (const box of boxes)
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
