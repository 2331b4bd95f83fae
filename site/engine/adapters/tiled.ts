import { fixedSideOf } from '../manifest.ts';
import { alphaPlane, isOpaque, mirror } from '../ops/planes.ts';
import { resizePlane, resizePlanes } from '../ops/resize/resize.ts';
import { placeTile, planTiles, type Tile } from '../tiles.ts';
import type { Box, Network, OpContext, Pixels, Planes, Tensors } from '../types.ts';
import { inputName, output, planesTensor, tensorPlanes } from './tensors.ts';

/** How a network that works on pictures of any size is fed and read, tile by tile. */
export type TiledAdapter = {
  /** Names and tensors for one tile of RGB in 0..1. */
  readonly prepare: (tile: Planes, network: Network, strength: number) => Tensors;
  /** Sides of the input must be multiples of this, where the model names no number; tiles are filled up by mirroring. */
  readonly multiple: number;
};

/**
 * RGB in 0..1 and nothing else: the SRVGG networks of Real-ESRGAN (https://github.com/xinntao/Real-ESRGAN), and MAXIM
 * (https://github.com/google-research/maxim), which takes one size.
 */
export const srvgg: TiledAdapter = {
  multiple: 1,
  prepare: (tile, { model }) => ({ [inputName(model)]: planesTensor(tile, { mean: [], deviation: [] }) }),
};

/** NAFNet (https://github.com/megvii-research/NAFNet): halves the picture four times. */
export const nafnet: TiledAdapter = { ...srvgg, multiple: 16 };

/** FDnCNN: a fourth plane holds the noise level, sigma / 255, where `strength` is sigma. */
export const fdncnn: TiledAdapter = {
  multiple: 1,
  prepare: (tile, { model }, strength) => {
    const level = new Float32Array(tile.width * tile.height).fill(strength / 255);
    const planes = { ...tile, planes: [...tile.planes, level] };
    return { [inputName(model)]: planesTensor(planes, { mean: [], deviation: [] }) };
  },
};

export type TiledWork = {
  readonly network: Network;
  readonly adapter: TiledAdapter;
  readonly strength: number;
  /** Pixels of the result for one of the picture; what the network gives more is shrunk tile by tile. */
  readonly scale: number;
};

/** Most overlap that is taken where a model does not say what it needs. */
const OVERLAP = 16;

/** The picture through the network, tile by tile. Alpha is enlarged beside it. */
export async function runTiled(picture: Pixels, work: TiledWork, context: OpContext): Promise<Pixels> {
  const { network, adapter, scale } = work;
  const overlap = network.model.tile?.overlap ?? OVERLAP;
  const size = { width: picture.width * scale, height: picture.height * scale };
  const whole: Pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  const fixed = fixedSideOf(network.model);
  const tiles = planTiles(picture, { side: fixed ?? context.tileSide, overlap });
  for (const [index, tile] of tiles.entries()) {
    await context.checkpoint();
    const input = cut(picture, tile.fed, fixed ?? adapter.multiple);
    const results = await network.run(adapter.prepare(input, network, work.strength));
    place(whole, tensorPlanes(output(results, network.model)), { tile, scale, padded: input });
    context.progress((index + 1) / tiles.length, { done: index + 1, total: tiles.length });
  }
  setAlpha(whole, picture);
  return whole;
}

/** RGB in 0..1 of a part of the picture, filled up right and below to multiples by mirroring. */
export function cut(picture: Pixels, box: Box, multiple: number): Planes {
  const width = Math.ceil(box.width / multiple) * multiple;
  const height = Math.ceil(box.height / multiple) * multiple;
  const planes = [0, 1, 2].map((channel) => {
    const data = new Float32Array(width * height);
    for (let y = 0; y < height; y++) {
      const row = (box.y + mirror(y, box.height)) * picture.width + box.x;
      for (let x = 0; x < width; x++) {
        data[y * width + x] = (picture.data[4 * (row + mirror(x, box.width)) + channel] as number) / 255;
      }
    }
    return data;
  });
  return { width, height, planes };
}

type Placing = { readonly tile: Tile; readonly scale: number; readonly padded: Planes };

function place(whole: Pixels, result: Planes, { tile, scale, padded }: Placing): void {
  const size = { width: padded.width * scale, height: padded.height * scale };
  const fitting = result.width === size.width ? result : resizePlanes(result, size, 'area');
  for (const [offset, plane] of fitting.planes.slice(0, 3).entries()) {
    for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) * 255;
    const target = { data: whole.data, width: whole.width, stride: 4, offset };
    placeTile(target, { data: plane, width: fitting.width, stride: 1, offset: 0 }, { tile, scale });
  }
}

function setAlpha(whole: Pixels, picture: Pixels): void {
  const alpha = isOpaque(picture) ? null : resizePlane(alphaPlane(picture), whole, 'cubic').data;
  for (let i = 3, at = 0; i < whole.data.length; i += 4, at++)
    whole.data[i] = alpha ? (alpha[at] as number) * 255 : 255;
}
