import { alphaPlane, emptyPlane, isOpaque } from '../ops/planes.ts';
import { placeTile, planTiles } from '../tiles.ts';
import type { Network, OpContext, Pixels, Plane, Planes } from '../types.ts';
import { inputName, output, planesTensor, tensorPlanes } from './tensors.ts';
import { cut } from './tiled.ts';

/** What is fed at once: sides in multiples of 32, of which the network gets the outermost pixels less well. */
const TILE = { side: 512, overlap: 32, multiple: 32 } as const;

/**
 * How likely each pixel is what a network of `scripts/train` seeks, as logits: above 0 is more likely than not. Fed with
 * RGB in 0..1, tile by tile, as they are and mirrored, of which the mean counts. Fully transparent pixels are nothing.
 */
export async function likelyAt(picture: Pixels, network: Network, context: OpContext): Promise<Plane> {
  const whole = emptyPlane(picture);
  const tiles = planTiles(picture, TILE);
  for (const [index, tile] of tiles.entries()) {
    const input = cut(picture, tile.fed, TILE.multiple);
    await context.checkpoint();
    const seen = await logitsOf(input, network);
    context.progress((index + 0.5) / tiles.length);
    await context.checkpoint();
    const mirrored = flipped(await logitsOf(flipped(input), network)).planes[0]!;
    const mean = { ...seen, data: seen.planes[0]!.map((value, i) => (value + mirrored[i]!) / 2) };
    placeTile({ ...whole, stride: 1, offset: 0 }, { ...mean, stride: 1, offset: 0 }, { tile, scale: 1 });
    context.progress((index + 1) / tiles.length, { done: index + 1, total: tiles.length });
  }
  if (!isOpaque(picture)) {
    const alpha = alphaPlane(picture).data;
    for (let i = 0; i < alpha.length; i++) if (alpha[i] === 0) whole.data[i] = Number.NEGATIVE_INFINITY;
  }
  return whole;
}

async function logitsOf(input: Planes, network: Network): Promise<Planes> {
  const { model } = network;
  const results = await network.run({ [inputName(model)]: planesTensor(input, { mean: [], deviation: [] }) });
  return tensorPlanes(output(results, model));
}

/** Left and right changed over. */
function flipped({ width, height, planes }: Planes): Planes {
  const turned = (plane: Float32Array) =>
    Float32Array.from(plane, (_, i) => plane[i - (i % width) + width - 1 - (i % width)]!);
  return { width, height, planes: planes.map(turned) };
}
