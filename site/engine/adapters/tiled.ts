import { fixedSideOf } from '../manifest.ts';
import { replaceHiddenColours } from '../ops/hidden-colours.ts';
import { alphaPlane, isOpaque } from '../ops/planes.ts';
import { resizePlane, resizePlanes } from '../ops/resize/resize.ts';
import { placeTile, planTiles, type Tile } from '../tiles.ts';
import type { Network, OpContext, Pixels, Planes } from '../types.ts';
import type { TiledAdapter } from './adapter.ts';
import { AS_IS, arraysOf, freeArrays, inputName, output, paddedPlanes, planesTensor, tensorPlanes } from './tensors.ts';

/** SRVGG networks of Real-ESRGAN (https://github.com/xinntao/Real-ESRGAN): RGB in 0..1. */
export const srvgg: TiledAdapter = {
  task: 'tiles',
  cost: { bytes: { tilePixel: 1000 }, seconds: { wasm: { megapixel: 110 }, webgpu: { megapixel: 4.4 } } },
  multiple: 1,
  prepare: (tile, model) => ({ [inputName(model)]: planesTensor(tile, AS_IS) }),
  read: (results, model) => tensorPlanes(output(results, model)),
};

/** The site's own network that doubles the size (scripts/train/upscale.py): RGB in 0..1. */
export const doubler: TiledAdapter = {
  ...srvgg,
  cost: { bytes: { tilePixel: 320 }, seconds: { wasm: { megapixel: 16 }, webgpu: { megapixel: 0.64 } } },
};

/** The site's own network that sharpens (scripts/train/sharpen.py): RGB in 0..1, which it halves once. */
export const sharpener: TiledAdapter = {
  ...srvgg,
  cost: { bytes: { tilePixel: 160 }, seconds: { wasm: { megapixel: 4 }, webgpu: { megapixel: 0.2 } } },
  multiple: 2,
};

/** MAXIM (https://github.com/google-research/maxim): RGB in 0..1, one fixed size. */
export const maxim: TiledAdapter = {
  ...srvgg,
  cost: { bytes: { run: 730e6 }, seconds: { wasm: { tile: 9 } } },
};

/** NAFNet (https://github.com/megvii-research/NAFNet): halves the picture four times. */
export const nafnet: TiledAdapter = {
  ...srvgg,
  cost: { bytes: { tilePixel: 12_000 }, seconds: { wasm: { megapixel: 150 }, webgpu: { megapixel: 6 } } },
  multiple: 16,
};

/** FDnCNN: a fourth plane holds the noise level, sigma / 255; `strength` is sigma. */
export const fdncnn: TiledAdapter = {
  ...srvgg,
  cost: { bytes: { tilePixel: 600 }, seconds: { wasm: { megapixel: 57 }, webgpu: { megapixel: 2.28 } } },
  prepare: (tile, model, strength) => {
    const level = new Float32Array(tile.width * tile.height).fill(strength / 255);
    return { [inputName(model)]: planesTensor({ ...tile, planes: [...tile.planes, level] }, AS_IS) };
  },
};

/** The site's own network that removes noise (scripts/train/denoise.py): as FDnCNN, with a picture that it halves twice. */
export const denoiser: TiledAdapter = {
  ...fdncnn,
  cost: { bytes: { tilePixel: 200 }, seconds: { wasm: { megapixel: 8 }, webgpu: { megapixel: 0.2 } } },
  multiple: 4,
};

export type TiledRun = {
  readonly network: Network;
  readonly adapter: TiledAdapter;
  readonly strength: number;
  /** Output pixels for one input pixel along a side; larger network outputs are reduced tile by tile. */
  readonly scale: number;
};

/** Overlap of tiles in pixels where the model states none. */
const DEFAULT_OVERLAP_PX = 16;

/**
 * Runs a network over the picture tile by tile, and resizes the alpha channel classically. The network sees no hidden
 * colours (`ops/hidden-colours.ts`).
 */
export async function runTiled(picture: Pixels, run: TiledRun, context: OpContext): Promise<Pixels> {
  const { network, adapter, scale, strength } = run;
  const { model } = network;
  const shown = replaceHiddenColours(picture);
  const size = { width: picture.width * scale, height: picture.height * scale };
  const whole: Pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  const fixed = fixedSideOf(model);
  const tiles = planTiles(picture, {
    side: fixed ?? context.tileSide,
    overlap: model.tile?.overlap ?? DEFAULT_OVERLAP_PX,
  });
  for (const [index, tile] of tiles.entries()) {
    await context.checkpoint();
    const input = paddedPlanes(shown, tile.fed, fixed ?? adapter.multiple);
    const feeds = adapter.prepare(input, model, strength);
    const results = await network.run(feeds);
    writeTile(whole, adapter.read(results, model), { tile, scale, input });
    freeArrays([...input.planes, ...arraysOf(feeds), ...arraysOf(results)]);
    context.progress((index + 1) / tiles.length, { done: index + 1, total: tiles.length });
  }
  setAlpha(whole, picture);
  return whole;
}

type Placement = { readonly tile: Tile; readonly scale: number; readonly input: Planes };

function writeTile(whole: Pixels, result: Planes, { tile, scale, input }: Placement): void {
  const size = { width: input.width * scale, height: input.height * scale };
  const reduced = result.width === size.width ? result : resizePlanes(result, size, 'area');
  for (const [offset, plane] of reduced.planes.slice(0, 3).entries()) {
    for (let i = 0; i < plane.length; i++) plane[i]! *= 255;
    const target = { data: whole.data, width: whole.width, stride: 4, offset };
    placeTile(target, { data: plane, width: reduced.width, stride: 1, offset: 0 }, { tile, scale });
  }
}

function setAlpha(whole: Pixels, picture: Pixels): void {
  const alpha = isOpaque(picture) ? null : resizePlane(alphaPlane(picture), whole, 'cubic').data;
  for (let i = 0; i < whole.data.length / 4; i++) whole.data[4 * i + 3] = alpha ? alpha[i]! * 255 : 255;
}
