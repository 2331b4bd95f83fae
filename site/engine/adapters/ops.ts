import { type FillOptions, fill } from '../ops/fill/fill.ts';
import { replaceHiddenColours } from '../ops/hidden-colours.ts';
import { resizeMask } from '../ops/mask/read.ts';
import { rgbPlanes } from '../ops/planes.ts';
import { drain } from '../ops/progress.ts';
import { resizePlane } from '../ops/resize/resize.ts';
import { DAMAGE_SIDE_PX, damageMask } from '../ops/restore/damage.ts';
import { smoothNoise } from '../ops/restore/smooth.ts';
import type { Facts, Mask, OpContext, OpTable, Pixels, Plane } from '../types.ts';
import type { Prompt } from './adapter.ts';
import { faceOps } from './face-ops.ts';
import { MAX_FILTERED_SIGMA } from './faint-noise.ts';
import { completeMatte } from './matte-complete.ts';
import { matteByCrops } from './matte-crops.ts';
import { enlarged, shrunkTo } from './overlay.ts';
import { peopleOps } from './people-ops.ts';
import { adapterFor } from './registry.ts';
import { selectionMask } from './sam.ts';
import { selector, type WithModel } from './select.ts';
import { asGrey } from './text.ts';
import { runTiled } from './tiled.ts';

type WithPicture = { readonly picture: Pixels };

/** Longer side of the picture that mattes are predicted of: the largest input of a network, twice. */
const MATTE_SIDE_PX = 2048;

/** The network fills exactly what the mask selects. */
const EXACT_FILL: FillOptions = { method: 'network', grow: 0, feather: 0, matchColour: true };

/** The operations that need a network. All names start with `net.`. */
export const networkOps = {
  /**
   * Opacity of the subject, 0..1, with a longer side of at most `MATTE_SIDE_PX`. `closer`: also predicts crops around the
   * subject, for networks with a small input.
   */
  'net.matte': async (
    { picture }: WithPicture,
    { model, closer = false }: WithModel & { readonly closer?: boolean },
    context: OpContext,
  ): Promise<Plane> => {
    const network = await context.model(model);
    const adapter = adapterFor('matte', network.model);
    const reduced = shrunkTo(picture, MATTE_SIDE_PX);
    const predict = async (crop: Pixels): Promise<Plane> => {
      const results = await network.run(adapter.prepare(crop, network.model));
      return resizePlane(adapter.read(results, network.model), crop, 'linear');
    };
    if (!closer) return predict(reduced);
    return matteByCrops(reduced, predict, (done) => {
      context.progress(done);
      return context.checkpoint();
    });
  },

  /** A matte extended by missed parts of its subject, by a network for selections: encoder `model`, and its decoder. */
  'net.matte-complete': async (
    { picture, matte }: WithPicture & { readonly matte: Plane },
    { model, decoder }: WithModel & { readonly decoder: string },
    context: OpContext,
  ): Promise<Plane> => {
    const reduced = shrunkTo(picture, Math.max(matte.width, matte.height));
    return completeMatte(matte, await selector(reduced, { model, decoder }, context));
  },

  /**
   * The picture with the masked pixels filled; every other pixel stays unchanged. By default the network fills exactly
   * the mask; `method: 'auto'` uses other methods where they are better.
   */
  'net.inpaint': (
    { picture, mask }: WithPicture & { readonly mask: Mask },
    { model, ...options }: WithModel & Partial<FillOptions>,
    context: OpContext,
  ): Promise<Pixels> => {
    const network = async (crop: Pixels, hole: Mask): Promise<Pixels> => {
      const loaded = await context.model(model);
      const adapter = adapterFor('inpaint', loaded.model);
      return adapter.read(await loaded.run(adapter.prepare(crop, hole, loaded.model)), crop, loaded.model);
    };
    return fill({ picture, mask }, { ...EXACT_FILL, ...options }, { network, context });
  },

  /** Embedding of the picture for `net.select`; the caller keeps it. */
  'net.embed': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Facts> => {
    const network = await context.model(model);
    const adapter = adapterFor('embed', network.model);
    const results = await network.run(adapter.prepare(picture, network.model));
    const embedding = Float32Array.from(adapter.read(results, network.model));
    return { facts: { embedding, width: picture.width, height: picture.height } };
  },

  /** A selection by clicks or a box: `logits` (256 × 256) and `quality` 0..1. `earlier`: a selection to refine. */
  'net.select': async (
    { embedded, earlier }: { readonly embedded: Facts; readonly earlier?: Facts },
    { model, prompt }: WithModel & { readonly prompt: Prompt },
    context: OpContext,
  ): Promise<Facts> => {
    const network = await context.model(model);
    const adapter = adapterFor('select', network.model);
    const { embedding, width, height } = embedded.facts;
    const input = {
      embedding: floatsOf(embedding),
      size: { width: Number(width), height: Number(height) },
      prompt,
      earlier: earlier ? floatsOf(earlier.facts.logits) : null,
    };
    const results = await network.run(adapter.prepare(input, network.model));
    const { logits, quality } = adapter.read(results, network.model);
    return { facts: { logits, quality, width: width ?? 0, height: height ?? 0 } };
  },

  /** The mask of a selection, at the picture's size. */
  'net.selection-mask': ({ selected }: { readonly selected: Facts }, _: Record<string, never>): Mask => {
    const { logits, width, height } = selected.facts;
    return selectionMask(floatsOf(logits), { width: Number(width), height: Number(height) });
  },

  /** The picture enlarged `scale` times (up to the scale of the network), tile by tile. */
  'net.upscale': async (
    { picture }: WithPicture,
    { model, scale }: WithModel & { readonly scale: 1 | 2 | 3 | 4 },
    context: OpContext,
  ): Promise<Pixels> => tiled(picture, { model, scale, strength: 0 }, context),

  /** The same size, sharper; the result of a network that enlarges is reduced, tile by tile. */
  'net.sharpen': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Pixels> =>
    tiled(picture, { model, scale: 1, strength: 0 }, context),

  /** Removes noise of standard deviation `sigma` (0..255), faint noise without the network; with a measured `noise` (fact `sigma`), that fraction of it. */
  'net.denoise': async (
    { picture, noise }: WithPicture & { readonly noise?: Facts },
    { model, sigma }: WithModel & { readonly sigma: number },
    context: OpContext,
  ): Promise<Pixels> => {
    const strength = noise ? sigma * Number(noise.facts.sigma) : sigma;
    if (strength < MIN_VISIBLE_SIGMA) return picture;
    if (strength <= MAX_FILTERED_SIGMA) return drain(smoothNoise(picture, strength), context);
    return tiled(picture, { model, scale: 1, strength }, context);
  },

  /** Removes blur. */
  'net.deblur': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Pixels> =>
    tiled(picture, { model, scale: 1, strength: 0 }, context),

  /**
   * Probability of text, 0..1, at the picture's size. `longSide`: the longer side of the detector's input, 960 by default
   * in plans. With `drawn` (probability of an overlay, 0..1), a second pass over that plane finds faint translucent letters.
   */
  'net.find-text': async (
    { picture, drawn }: WithPicture & { readonly drawn?: Plane },
    { model, longSide }: WithModel & { readonly longSide: number },
    context: OpContext,
  ): Promise<Plane> => {
    const network = await context.model(model);
    const adapter = adapterFor('find-text', network.model);
    const detect = async (input: Pixels) =>
      adapter.read(await network.run(adapter.prepare(enlarged(input), longSide, network.model)), network.model);
    const found = await detect(picture);
    if (!drawn) return resizePlane(found, picture, 'linear');
    await context.checkpoint();
    const faint = await detect(asGrey(drawn));
    return resizePlane(maximumOf(found, faint), picture, 'linear');
  },

  /**
   * Probability that each pixel was drawn over the picture, 0..1, at the picture's size. `longSide`: the longer side of
   * the network's input, at most; a second pass at half of it finds large letters.
   */
  'net.find-overlay': async (
    { picture }: WithPicture,
    { model, longSide }: WithModel & { readonly longSide: number },
    context: OpContext,
  ): Promise<Plane> => {
    const network = await context.model(model);
    const adapter = adapterFor('find-overlay', network.model);
    const predict = async (input: Pixels) =>
      adapter.read(await network.run(adapter.prepare(input, network.model)), input, network.model);
    const input = shrunkTo(enlarged(picture), longSide);
    const fine = await predict(input);
    context.progress(0.8);
    await context.checkpoint();
    const coarse = await predict(shrunkTo(input, Math.max(input.width, input.height) / 2));
    return resizePlane(maximumOf(fine, resizePlane(coarse, input, 'linear')), picture, 'linear');
  },

  /** Scratches, folds, spots, tears and dust of a print; `sensitivity` 0..1. Empty where there are none. */
  'net.find-damage': async (
    { picture }: WithPicture,
    { model, sensitivity }: WithModel & { readonly sensitivity: number },
    context: OpContext,
  ): Promise<Mask> => {
    const reduced = replaceHiddenColours(shrunkTo(picture, DAMAGE_SIDE_PX));
    const network = await context.model(model);
    const logits = await adapterFor('find-damage', network.model).run(reduced, network, context);
    return resizeMask(damageMask(logits, rgbPlanes(reduced), { sensitivity }), picture);
  },

  /** Colours a grey picture and keeps its lightness. */
  'net.colourise': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Pixels> => {
    const network = await context.model(model);
    const adapter = adapterFor('colour', network.model);
    return adapter.read(await network.run(adapter.prepare(picture, network.model)), picture, network.model);
  },

  ...faceOps,
  ...peopleOps,
} as const satisfies OpTable;

/** Noise of a smaller standard deviation (0..255) is invisible. */
const MIN_VISIBLE_SIGMA = 0.5;

type Tiled = WithModel & { readonly scale: number; readonly strength: number };

async function tiled(picture: Pixels, { model, scale, strength }: Tiled, context: OpContext): Promise<Pixels> {
  const network = await context.model(model);
  return runTiled(picture, { network, adapter: adapterFor('tiles', network.model), scale, strength }, context);
}

/** The pixelwise maximum of two planes of one size. */
const maximumOf = (a: Plane, b: Plane): Plane => ({
  ...a,
  data: a.data.map((value, i) => Math.max(value, b.data[i]!)),
});

function floatsOf(value: unknown): Float32Array<ArrayBuffer> {
  if (value instanceof Float32Array) return value as Float32Array<ArrayBuffer>;
  throw new Error('An input of the step is not an array of floats.');
}
