import type { Box, Pixels, Plane } from '../../types.ts';
import { cropPixels, cropPlane } from '../crop.ts';
import { expandBox } from '../fill/regions.ts';
import { boxBlur } from '../filter/box.ts';
import { emptyPlane } from '../planes.ts';

/** Radii of the two passes for a picture with a longer side of 1000 pixels; they scale with it, down to a sixth. */
const RADII_PX = [90, 6] as const;

/**
 * Estimates the foreground colours: at soft edges a pixel also contains the old background, which shows as a fringe on a
 * new one. Blurred-fusion foreground estimation (Forte and Pitié 2021, "Approximate fast foreground colour estimation") in
 * two passes: local averages of foreground and background, corrected so that their mixture reproduces the picture. The
 * first pass weights pixels by the cube of their alpha, because mixed pixels are the ones to correct. Colours change only
 * where the matte is between 0 and 1. The alpha of the result is the matte. Works in tiles, and only in those with a soft
 * edge.
 */
export function cleanForeground(picture: Pixels, matte: Plane): Pixels {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  for (let i = 0; i < matte.data.length; i++) data[4 * i + 3] = matte.data[i]! * 255;
  const scale = Math.max(1 / 6, Math.max(width, height) / 1000);
  const radii = RADII_PX.map((radius) => radius * scale);
  // Pixels beyond the sum of the radii do not affect a tile.
  const halo = radii.reduce((sum, radius) => sum + Math.ceil(radius) + 1, 0);
  for (const tile of softTiles(matte)) {
    const box = expandBox(tile, { margin: halo, minSide: 0 }, picture);
    const crop = { picture: cropPixels(picture, box), matte: cropPlane(matte, box) };
    cleanTile(data, crop, { radii, tile, box, width });
  }
  return { width, height, data };
}

/** Side of the tiles that are corrected by themselves, which limits the memory for averages. */
const TILE_PX = 512;

/** The tiles of a matte with a pixel between 0 and 1. */
function* softTiles({ width, height, data }: Plane): Generator<Box> {
  for (let y = 0; y < height; y += TILE_PX)
    for (let x = 0; x < width; x += TILE_PX) {
      const tile = { x, y, width: Math.min(TILE_PX, width - x), height: Math.min(TILE_PX, height - y) };
      const isSoft = (row: number) =>
        data.subarray(row * width + x, row * width + x + tile.width).some((alpha) => alpha > 0 && alpha < 1);
      for (let row = y; row < y + tile.height; row++)
        if (isSoft(row)) {
          yield tile;
          break;
        }
    }
}

type Crop = { readonly picture: Pixels; readonly matte: Plane };
/** `box`: the tile with its surroundings, in a picture of `width` pixels. */
type TilePlace = { readonly radii: readonly number[]; readonly tile: Box; readonly box: Box; readonly width: number };

/** Writes the foreground colours of a tile's soft pixels into `data`. */
function cleanTile(data: Uint8ClampedArray, { picture, matte }: Crop, { radii, tile, box, width }: TilePlace): void {
  const passes = radii.map((radius, pass) => weightsOf(matte, radius, pass === 0));
  for (let channel = 0; channel < 3; channel++) {
    const observed = emptyPlane(picture);
    for (let i = 0; i < observed.data.length; i++) observed.data[i] = picture.data[4 * i + channel]!;
    let subject: Plane = observed;
    let background: Plane = observed;
    for (const weights of passes) [subject, background] = fuse({ observed, subject, background, matte, weights });
    for (let y = tile.y; y < tile.y + tile.height; y++) {
      let from = (y - box.y) * box.width + tile.x - box.x;
      let to = 4 * (y * width + tile.x) + channel;
      for (let x = 0; x < tile.width; x++, from++, to += 4) {
        const alpha = matte.data[from]!;
        if (alpha > 0 && alpha < 1) data[to] = subject.data[from]!;
      }
    }
  }
}

/** Weight of each pixel as foreground and as background, and the local sums of both. */
type Weights = {
  readonly radius: number;
  readonly front: Float32Array;
  readonly back: Float32Array;
  readonly frontNear: Float32Array;
  readonly backNear: Float32Array;
};

function weightsOf(matte: Plane, radius: number, cubed: boolean): Weights {
  const weigh = (fraction: number) => (cubed ? fraction ** 3 : fraction);
  const front = matte.data.map(weigh);
  const back = matte.data.map((alpha) => weigh(1 - alpha));
  const near = (data: Float32Array<ArrayBuffer>) => boxBlur({ ...matte, data }, radius).data;
  return { radius, front, back, frontNear: near(front), backNear: near(back) };
}

type Fusion = {
  readonly observed: Plane;
  readonly subject: Plane;
  readonly background: Plane;
  readonly matte: Plane;
  readonly weights: Weights;
};

function fuse({ observed, subject, background, matte, weights }: Fusion): [subject: Plane, background: Plane] {
  const { radius, front, back, frontNear, backNear } = weights;
  const weighted = emptyPlane(observed);
  const rest = emptyPlane(observed);
  for (let i = 0; i < weighted.data.length; i++) {
    weighted.data[i] = subject.data[i]! * front[i]!;
    rest.data[i] = background.data[i]! * back[i]!;
  }
  const before = boxBlur(weighted, radius);
  const behind = boxBlur(rest, radius);
  for (let i = 0; i < weighted.data.length; i++) {
    const alpha = matte.data[i]!;
    const f = before.data[i]! / (frontNear[i]! + 1e-5);
    const b = behind.data[i]! / (backNear[i]! + 1e-5);
    const error = observed.data[i]! - alpha * f - (1 - alpha) * b;
    before.data[i] = Math.min(255, Math.max(0, f + alpha * error));
    behind.data[i] = b;
  }
  return [before, behind];
}
