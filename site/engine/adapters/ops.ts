import { type FillOptions, fill } from '../ops/fill/fill.ts';
import { resizedMask } from '../ops/mask/read.ts';
import { rgbPlanes } from '../ops/planes.ts';
import { resizePlane } from '../ops/resize/resize.ts';
import { DAMAGE_SIDE_PX, damageMask } from '../ops/restore/damage.ts';
import type { Facts, Mask, OpContext, OpTable, Pixels, Plane } from '../types.ts';
import { ENCODE, INPAINT, MATTE, pick, selector, TILED, type WithModel } from './choose.ts';
import { completeMatte } from './complete.ts';
import { asGrey, prepareText, readText } from './dbnet.ts';
import { prepareColour, readColour } from './ddcolor.ts';
import { faceOps } from './face-ops.ts';
import { matteByLooks } from './looks.ts';
import { drawnOver, enlarged, seenAt } from './overlay.ts';
import { peopleOps } from './people-ops.ts';
import { type Prompt, readSelection, samPrompt, selectionMask } from './sam.ts';
import { output } from './tensors.ts';
import { runTiled } from './tiled.ts';
import { likelyAt } from './unet.ts';

type WithPicture = { readonly picture: Pixels };

/** Only what the mask chooses, as it is. */
const EXACTLY: FillOptions = { method: 'network', grow: 0, feather: 0, matchColour: true };

/** The operations that need a network. All start with `net.`, so that plans show at a glance what must be downloaded. */
export const networkOps = {
  /**
   * How much each pixel belongs to the subject, 0..1, at the picture's size. `closer`: looks again at the parts where
   * something was found, for networks that see pictures very small.
   */
  'net.matte': async (
    { picture }: WithPicture,
    { model, closer = false }: WithModel & { readonly closer?: boolean },
    context: OpContext,
  ): Promise<Plane> => {
    const network = await context.model(model);
    const adapter = pick(MATTE, network.model);
    const look = async (part: Pixels): Promise<Plane> => {
      const results = await network.run(adapter.prepare(part, network.model));
      return resizePlane(adapter.read(results, network.model), part, 'linear');
    };
    if (!closer) return look(picture);
    return matteByLooks(picture, look, (done) => {
      context.progress(done);
      return context.checkpoint();
    });
  },

  /** A matte with what it missed of its subject, by a network for selections: encoder `model`, and its decoder. */
  'net.matte-complete': async (
    { picture, matte }: WithPicture & { readonly matte: Plane },
    { model, decoder }: WithModel & { readonly decoder: string },
    context: OpContext,
  ): Promise<Plane> => {
    return completeMatte(matte, await selector(picture, { model, decoder }, context));
  },

  /**
   * The picture with what the mask chooses filled; every other pixel stays bit by bit. Without further parameters all of
   * it by the network, and exactly what is chosen; `auto` leaves to other methods what they do better.
   */
  'net.inpaint': (
    { picture, mask }: WithPicture & { readonly mask: Mask },
    { model, ...options }: WithModel & Partial<FillOptions>,
    context: OpContext,
  ): Promise<Pixels> => {
    const network = async (crop: Pixels, hole: Mask): Promise<Pixels> => {
      const loaded = await context.model(model);
      const adapter = pick(INPAINT, loaded.model);
      return adapter.read(await loaded.run(adapter.prepare(crop, hole, loaded.model)), crop, loaded.model);
    };
    return fill({ picture, mask }, { ...EXACTLY, ...options }, { network, context });
  },

  /** What `net.select` needs to know of the picture; made once and kept by the caller. */
  'net.embed': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Facts> => {
    const network = await context.model(model);
    const results = await network.run(pick(ENCODE, network.model)(picture, network.model));
    const embedding = Float32Array.from(output(results, network.model).data as Float32Array);
    return { facts: { embedding, width: picture.width, height: picture.height } };
  },

  /** A selection by clicks or a box: `logits` (256 × 256) and `quality` 0..1. `earlier` is one that is refined. */
  'net.select': async (
    { embedded, earlier }: { readonly embedded: Facts; readonly earlier?: Facts },
    { model, prompt }: WithModel & { readonly prompt: Prompt },
    context: OpContext,
  ): Promise<Facts> => {
    const network = await context.model(model);
    const { embedding, width, height } = embedded.facts;
    const feeds = samPrompt({
      embedding: floatsOf(embedding),
      size: { width: Number(width), height: Number(height) },
      prompt,
      earlier: earlier ? floatsOf(earlier.facts.logits) : null,
    });
    const { logits, quality } = readSelection(await network.run(feeds), network.model);
    return { facts: { logits, quality, width: width ?? 0, height: height ?? 0 } };
  },

  /** The mask of a selection, at the picture's size. */
  'net.selection-mask': ({ selected }: { readonly selected: Facts }, _: Record<string, never>): Mask => {
    const { logits, width, height } = selected.facts;
    return selectionMask(floatsOf(logits), { width: Number(width), height: Number(height) });
  },

  /** The picture `scale` times as large (1 to what the network gives), tile by tile. */
  'net.upscale': async (
    { picture }: WithPicture,
    { model, scale }: WithModel & { readonly scale: 1 | 2 | 3 | 4 },
    context: OpContext,
  ): Promise<Pixels> => tiled(picture, { model, scale, strength: 0 }, context),

  /** Noise removed; `sigma` is its deviation in 0..255, or with `noise` (fact `sigma`, measured) a share of that. */
  'net.denoise': async (
    { picture, noise }: WithPicture & { readonly noise?: Facts },
    { model, sigma }: WithModel & { readonly sigma: number },
    context: OpContext,
  ): Promise<Pixels> => {
    const strength = noise ? sigma * Number(noise.facts.sigma) : sigma;
    return strength < LEAST_NOISE ? picture : tiled(picture, { model, scale: 1, strength }, context);
  },

  /** Blur removed, at the same size. */
  'net.deblur': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Pixels> =>
    tiled(picture, { model, scale: 1, strength: 0 }, context),

  /**
   * Probability of text, 0..1, at the picture's size. `longSide` of what the detector sees: 960 is usual. Where `drawn`
   * tells what is drawn over the picture (0..1), it looks there a second time: pale see-through letters are clear in it.
   */
  'net.find-text': async (
    { picture, drawn }: WithPicture & { readonly drawn?: Plane },
    { model, longSide }: WithModel & { readonly longSide: number },
    context: OpContext,
  ): Promise<Plane> => {
    const network = await context.model(model);
    const look = async (seen: Pixels) =>
      readText(await network.run(prepareText(enlarged(seen), longSide, network.model)), network.model);
    const found = await look(picture);
    if (!drawn) return resizePlane(found, picture, 'linear');
    await context.checkpoint();
    const pale = (await look(asGrey(drawn))).data;
    return resizePlane({ ...found, data: found.data.map((value, i) => Math.max(value, pale[i]!)) }, picture, 'linear');
  },

  /**
   * How likely each pixel is drawn over the picture, 0..1, at the picture's size. `longSide` of what the network sees at
   * most; it looks again at half of it, for large letters.
   */
  'net.find-overlay': async (
    { picture }: WithPicture,
    { model, longSide }: WithModel & { readonly longSide: number },
    context: OpContext,
  ): Promise<Plane> => {
    const network = await context.model(model);
    const seen = seenAt(enlarged(picture), longSide);
    const found = await drawnOver(seen, network);
    context.progress(0.8);
    await context.checkpoint();
    const large = resizePlane(
      await drawnOver(seenAt(seen, Math.max(seen.width, seen.height) / 2), network),
      seen,
      'linear',
    );
    const most = { ...found, data: found.data.map((value, i) => Math.max(value, large.data[i]!)) };
    return resizePlane(most, picture, 'linear');
  },

  /** Scratches, folds, spots, tears and dust of a print; `sensitivity` 0..1. Empty where there are none. */
  'net.find-damage': async (
    { picture }: WithPicture,
    { model, sensitivity }: WithModel & { readonly sensitivity: number },
    context: OpContext,
  ): Promise<Mask> => {
    const reduced = seenAt(picture, DAMAGE_SIDE_PX);
    const logits = await likelyAt(reduced, await context.model(model), context);
    return resizedMask(damageMask(logits, rgbPlanes(reduced), { sensitivity }), picture);
  },

  /** Colours for a grey picture; its lightness stays. */
  'net.colourise': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Pixels> => {
    const network = await context.model(model);
    return readColour(await network.run(prepareColour(picture, network.model)), picture, network.model);
  },

  ...faceOps,
  ...peopleOps,
} as const satisfies OpTable;

/** Less noise than that, in 0..255, cannot be seen. */
const LEAST_NOISE = 0.5;

type Tiled = WithModel & { readonly scale: number; readonly strength: number };

async function tiled(picture: Pixels, { model, scale, strength }: Tiled, context: OpContext): Promise<Pixels> {
  const network = await context.model(model);
  return runTiled(picture, { network, adapter: pick(TILED, network.model), scale, strength }, context);
}

function floatsOf(value: unknown): Float32Array<ArrayBuffer> {
  if (value instanceof Float32Array) return value as Float32Array<ArrayBuffer>;
  throw new Error('A step was given facts of another kind.');
}
