import { stop } from '../../errors.ts';
import type { Box, Mask, OpContext, Pixels, Size } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { mapTo } from '../map-to.ts';
import { isOpaque, pixelsOf, rgbPlanes } from '../planes.ts';
import { drain, type ProgressRange } from '../progress.ts';
import { resizePixels, resizePlane } from '../resize/resize.ts';
import { blendSeams } from './blend-seams.ts';
import { fillByNetwork, fillWithGuidedPatches, type NetworkFill } from './guided-patches.ts';
import { fillHairline } from './hairline.ts';
import { removeHallucinations } from './hallucinations.ts';
import { axesOf, mirrorMask, mirrorPixels } from './mirror.ts';
import { type Synthesis, synthesise } from './patches/synthesise.ts';
import { eachPixelOf, expandBox, type HoleRegion, patchContext, splitIntoRegions } from './regions.ts';
import { blendInto, growAndFeather, type SeamOptions } from './seam.ts';
import { telea } from './telea.ts';
import { flattenForFill, isFigure, opacityIn, withOpacity } from './transparency.ts';
import { upscaleFilling } from './upscale-filling.ts';

/**
 * `auto` fills hairlines by `telea` or `patches`, whichever does better beside them, and everything else by the network.
 * The network's filling then guides patches of the picture itself, or is replaced by patches alone where it hallucinates
 * (`guided-patches.ts`); whole figures of a cut-out become transparent. Without a network, `auto` and `network` mean
 * `patches`. By itself the network is worse than `telea` over hairlines (by 2.5 dB) and than `patches` in small holes
 * (`tests/bench/quality`).
 */
export type FillMethod = 'auto' | 'network' | 'patches' | 'telea';

export type FillOptions = SeamOptions & {
  readonly method: FillMethod;
  /** Shift the colours of the network's filling to match the surroundings. */
  readonly matchColour: boolean;
  /**
   * Which of several fillings to make, from 0 on. Each mirrors the view before it is filled: networks and the random search
   * of patches then answer differently.
   */
  readonly variant?: number;
  /** An empty mask is no error, because the mask was computed. */
  readonly mayBeEmpty?: boolean;
};

/** Maximum depth of a hairline, in pixels from its rim. */
const MAX_HAIRLINE_DEPTH_PX = 2.5;

/** Maximum fraction of a picture that may be masked: a fill needs surroundings. */
const MAX_MASKED_FRACTION = 0.95;

/** Surroundings that each method uses, in pixels. */
const TELEA_MARGIN_PX = 12;
const HAIRLINE_MARGIN_PX = 64;
const NETWORK_SIDE_PX = 512;
const NETWORK_MARGIN_PX = 512;

/** Surroundings that another hole needs to be filled in the same view, in pixels. */
const SHARED_MARGIN_PX = 48;

/** Fraction of the time of a filling that its network takes; the patches that it guides take the rest. */
const NETWORK_FRACTION = 0.45;

/** Area of a crop in pixels above which it is filled at a smaller size, so that large holes take no longer. */
const MAX_CROP_PX = 6e5;

type MaskedPicture = { readonly picture: Pixels; readonly mask: Mask };
type FillContext = { readonly network: NetworkFill | null; readonly context: OpContext };

/**
 * Fills the masked pixels, region by region, each by the method that suits it. Only pixels of the grown mask change, in
 * colour and alpha; all others stay identical. Stops with `mask.empty` or `mask.full`.
 */
export async function fill(
  { picture, mask }: MaskedPicture,
  options: FillOptions,
  fillContext: FillContext,
): Promise<Pixels> {
  const { context, network } = fillContext;
  const blendMask = await drain(growAndFeather(mask, options), context, NO_PROGRESS);
  const waiting = [...splitIntoRegions(blendMask)];
  const count = waiting.length;
  if (count === 0) return options.mayBeEmpty ? picture : stop({ code: 'mask.empty' });
  if (countMasked(blendMask) > MAX_MASKED_FRACTION * blendMask.data.length) return stop({ code: 'mask.full' });
  await context.checkpoint();
  const methods = new Map(
    waiting.map((region): [HoleRegion, Method] => {
      const isCleared = options.method === 'auto' && isFigure(picture, blendMask, region);
      return [region, isCleared ? 'clear' : methodFor(region, options.method, network !== null)];
    }),
  );
  const methodOf = (region: HoleRegion) => methods.get(region) as Method;
  // A grown mask is a copy already.
  const open = blendMask === mask ? { ...mask, data: mask.data.slice() } : blendMask;
  const state: State = { picture, isCopied: false, open };
  while (waiting.length > 0) {
    await context.checkpoint();
    const from = 1 - waiting.length / count;
    const view = takeView(waiting, picture, methodOf);
    const part = { from, to: 1 - waiting.length / count };
    const isLast = network !== null && !waiting.some((region) => usesNetwork(methodOf(region)));
    const viewContext = isLast ? { context, network: runLast(network, context) } : fillContext;
    await fillView(state, { ...view, options, part }, viewContext);
    context.progress(part.to, { done: count - waiting.length, total: count });
  }
  return state.picture;
}

/** The network for the last view that needs it: the patches that follow need the memory. */
function runLast(network: NetworkFill, { networksDone }: OpContext): NetworkFill {
  return async (crop, hole) => {
    const filled = await network(crop, hole);
    await networksDone?.();
    return filled;
  };
}

const NO_PROGRESS: ProgressRange = { from: 0, to: 0 };

function countMasked({ data }: Mask): number {
  let count = 0;
  for (let i = 0; i < data.length; i++) if (data[i]! > 0) count++;
  return count;
}

type Method = FillMethod | 'hairline' | 'clear';

/** Regions that are filled at once, with their surroundings. */
type View = { readonly method: Method; readonly box: Box; readonly regions: readonly HoleRegion[] };

function methodFor({ depth }: HoleRegion, requested: FillMethod, hasNetwork: boolean): Method {
  if (requested === 'auto' && depth <= MAX_HAIRLINE_DEPTH_PX) return 'hairline';
  return hasNetwork || requested === 'telea' ? requested : 'patches';
}

const usesNetwork = (method: Method): boolean => method === 'auto' || method === 'network';

/** Removes the first waiting region and, for a network, all others with enough surroundings in the same view. */
function takeView(waiting: HoleRegion[], picture: Size, methodOf: (region: HoleRegion) => Method): View {
  const first = waiting.shift() as HoleRegion;
  const method = methodOf(first);
  const box = contextBox(method, first, picture);
  if (!usesNetwork(method)) return { method, box, regions: [first] };
  const others = waiting.filter((region) => methodOf(region) === method && isWithin(region.hole, box, picture));
  for (const region of others) waiting.splice(waiting.indexOf(region), 1);
  return { method, box, regions: [first, ...others] };
}

function isWithin(hole: Box, box: Box, picture: Size): boolean {
  const left = box.x === 0 || hole.x - box.x >= SHARED_MARGIN_PX;
  const top = box.y === 0 || hole.y - box.y >= SHARED_MARGIN_PX;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  if (hole.x < box.x || hole.y < box.y || hole.x + hole.width > right || hole.y + hole.height > bottom) return false;
  const rightFree = right === picture.width || right - hole.x - hole.width >= SHARED_MARGIN_PX;
  return left && top && rightFree && (bottom === picture.height || bottom - hole.y - hole.height >= SHARED_MARGIN_PX);
}

function contextBox(method: Method, { hole }: HoleRegion, picture: Size): Box {
  if (method === 'clear') return hole;
  const side = Math.max(hole.width, hole.height);
  if (method === 'telea') return expandBox(hole, { margin: TELEA_MARGIN_PX, minSide: 0 }, picture);
  if (method === 'hairline') return expandBox(hole, { margin: HAIRLINE_MARGIN_PX, minSide: 0 }, picture);
  if (method === 'patches') return patchContext(hole, picture);
  return expandBox(hole, { margin: Math.min(NETWORK_MARGIN_PX, side), minSide: NETWORK_SIDE_PX }, picture);
}

type State = {
  /** The input, until a copy of it gets the first filling: while the first network runs, memory is shortest. */
  picture: Pixels;
  isCopied: boolean;
  /** Pixels that are not filled yet (above 0). */
  readonly open: Mask;
};
type Task = View & { readonly options: FillOptions; readonly part: ProgressRange };

async function fillView(state: State, { method, box, regions, options, part }: Task, fillContext: FillContext) {
  const { open } = state;
  const axes = axesOf(options.variant ?? 0);
  const crop = cropPixels(state.picture, box);
  const hole = cropMask(open, box);
  const seam: Mask = { width: box.width, height: box.height, data: new Uint8Array(hole.data.length) };
  for (const region of regions)
    eachPixelOf(region, (x, y) => {
      const at = (y - box.y) * box.width + x - box.x;
      seam.data[at] = hole.data[at]!;
    });
  const depth = regions.reduce((most, region) => Math.max(most, region.depth), 0);
  const filled =
    method === 'clear'
      ? withOpacity(crop, hole, null)
      : await fillOpaque(
          { method, depth, crop: mirrorPixels(crop, axes), hole: mirrorMask(hole, axes) },
          { options, part },
          fillContext,
        );
  if (!state.isCopied) state.picture = { ...state.picture, data: state.picture.data.slice() };
  state.isCopied = true;
  const upright = method === 'clear' ? filled : mirrorPixels(filled, axes);
  blendInto(state.picture, upright, { seam, box });
  for (const region of regions)
    eachPixelOf(region, (x, y) => {
      open.data[y * open.width + x] = 0;
    });
}

type Work = { readonly method: Method; readonly depth: number; readonly crop: Pixels; readonly hole: Mask };

/** Fills an opaque copy of the crop, and makes clear what lies beyond the outline that continues through the hole. */
async function fillOpaque(work: Work, task: Pick<Task, 'options' | 'part'>, fillContext: FillContext): Promise<Pixels> {
  const { crop, hole } = work;
  if (isOpaque(crop)) return fillAtWorkSize(work, task, fillContext);
  const opacity = opacityIn(crop, hole);
  const isClear = hole.data.every((value, i) => value === 0 || opacity.alpha[i] === 0);
  if (isClear) return withOpacity(crop, hole, null);
  const filled = await fillAtWorkSize({ ...work, crop: flattenForFill(crop, hole, opacity) }, task, fillContext);
  return withOpacity(filled, hole, opacity.alpha);
}

/** Fills at full size, or a large crop at a smaller size with the filling upscaled. */
async function fillAtWorkSize(
  work: Work,
  task: Pick<Task, 'options' | 'part'>,
  fillContext: FillContext,
): Promise<Pixels | Synthesis> {
  const { width, height } = work.crop;
  const scale = Math.sqrt(MAX_CROP_PX / (width * height));
  if (scale >= 1) return runMethod(work, task, fillContext);
  const workSize = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const crop = resizePixels(work.crop, { ...workSize, kernel: 'area', linear: false });
  await fillContext.context.checkpoint();
  const filled = await runMethod({ ...work, crop, hole: reduceMask(work.hole, workSize) }, task, fillContext);
  await fillContext.context.checkpoint();
  const { to } = task.part;
  return drain(upscaleFilling(filled, { ...work, small: crop }), fillContext.context, { from: to, to });
}

/** Reduces a mask: a pixel is masked if any pixel that it covers is. */
function reduceMask(mask: Mask, size: Size): Mask {
  const plane = resizePlane({ ...mask, data: Float32Array.from(mask.data) }, size, 'area');
  return { ...size, data: mapTo(Uint8Array, plane.data, (value) => (value > 0 ? 255 : 0)) };
}

async function runMethod(
  { method, depth, crop, hole }: Work,
  { options, part }: Pick<Task, 'options' | 'part'>,
  { network, context }: FillContext,
): Promise<Pixels | Synthesis> {
  const end = { from: part.to, to: part.to };
  const afterNetwork = { from: part.from + NETWORK_FRACTION * (part.to - part.from), to: part.to };
  if (method === 'hairline') return drain(fillHairline(crop, hole, depth), context, part);
  if (network && usesNetwork(method)) {
    const networkFilling = await fillByNetwork({ crop, hole }, options.matchColour, network);
    context.progress(afterNetwork.from);
    await context.checkpoint();
    if (method === 'network') return networkFilling;
    const guide = removeHallucinations(networkFilling, hole);
    const filling = await drain(fillWithGuidedPatches({ crop, hole }, guide), context, afterNetwork);
    return filling ? drain(blendSeams(filling, { crop, hole }), context, end) : guide;
  }
  const patched = method === 'telea' ? null : await drain(synthesise(crop, hole, null), context, part);
  if (patched) return drain(blendSeams(patched, { crop, hole }), context, end);
  return pixelsOf(await drain(telea(rgbPlanes(crop), hole), context, part));
}
