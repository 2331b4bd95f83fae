import type { Box, Pixels, Plane, Size } from '../../types.ts';
import { cropPixels, cropPlane } from '../crop.ts';
import { expandBox } from '../fill/regions.ts';
import { boxBlur } from '../filter/box.ts';
import { emptyPlane, multiplyAlpha } from '../planes.ts';
import { fitInside, resizePixels, resizePlane } from '../resize/resize.ts';

/** Radii of the two passes for a picture with a longer side of 1000 pixels; they scale with it, down to a sixth. */
const RADII_PX = { wide: 90, narrow: 6 } as const;

/** Longer side at which the wide averages are computed: they are smooth. */
const WIDE_SIDE_PX = 1000;

/**
 * Estimates the foreground colours: at soft edges a pixel also contains the old background, which shows as a fringe on a
 * new one. Blurred-fusion foreground estimation (Forte and Pitié 2021, "Approximate fast foreground colour estimation") in
 * two passes: local averages of foreground and background, corrected so that their mixture reproduces the picture. The
 * first pass weights pixels by the cube of their alpha, because mixed pixels are the ones to correct; its averages come
 * from a reduced picture. Pixels count by their own alpha, since colours of transparent ones are arbitrary. Colours change
 * only where the matte is between 0 and 1. The alpha of the picture is multiplied by the matte. Works in tiles, and only in
 * those with a soft edge.
 */
export function cleanForeground(picture: Pixels, matte: Plane): Pixels {
  const result = multiplyAlpha(picture, matte);
  const tiles = [...softTiles(matte)];
  if (tiles.length === 0) return result;
  const coarse = wideAverages({ picture, matte });
  const radius = RADII_PX.narrow * scaleOf(picture);
  // Pixels beyond the radius do not affect a tile.
  const halo = Math.ceil(radius) + 1;
  for (const tile of tiles) {
    const box = expandBox(tile, { margin: halo, minSide: 0 }, picture);
    const crop = { picture: cropPixels(picture, box), matte: cropPlane(matte, box) };
    cleanTile(result.data, crop, { coarse, radius, tile, box, whole: picture });
  }
  return result;
}

const scaleOf = ({ width, height }: Size): number => Math.max(1 / 6, Math.max(width, height) / 1000);

/** Local averages of foreground and background, 0..255, for each of R, G and B. */
type Averages = { readonly front: Plane; readonly back: Plane };

function wideAverages({ picture, matte }: Crop): readonly Averages[] {
  const size = fitInside(picture, WIDE_SIDE_PX);
  const small = resizePixels(picture, { ...size, kernel: 'area', linear: false });
  const crop = { picture: small, matte: resizePlane(matte, size, 'area') };
  const weights = weightsOf(crop, RADII_PX.wide * scaleOf(size), true);
  return [0, 1, 2].map((channel) => averages(channelOf(small, channel), channelOf(small, channel), weights));
}

function channelOf(picture: Pixels, channel: number): Plane {
  const plane = emptyPlane(picture);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = picture.data[4 * i + channel]!;
  return plane;
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

type TilePlacement = {
  readonly coarse: readonly Averages[];
  readonly radius: number;
  readonly tile: Box;
  /** The tile with its surroundings, in the whole picture. */
  readonly box: Box;
  readonly whole: Size;
};

/** Writes the foreground colours of a tile's soft pixels into `data`. */
function cleanTile(data: Uint8ClampedArray, crop: Crop, placement: TilePlacement): void {
  const { picture, matte } = crop;
  const { coarse, radius, tile, box, whole } = placement;
  const weights = weightsOf(crop, radius, false);
  for (const [channel, { front, back }] of coarse.entries()) {
    const observed = channelOf(picture, channel);
    const background = partOf(back, box, whole);
    const first = corrected({ front: partOf(front, box, whole), back: background }, observed, matte);
    const subject = corrected(averages(first, background, weights), observed, matte);
    for (let y = tile.y; y < tile.y + tile.height; y++) {
      let from = (y - box.y) * box.width + tile.x - box.x;
      let to = 4 * (y * whole.width + tile.x) + channel;
      for (let x = 0; x < tile.width; x++, from++, to += 4) {
        const alpha = matte.data[from]!;
        if (alpha > 0 && alpha < 1) data[to] = subject.data[from]!;
      }
    }
  }
}

/** A part of a plane that is upscaled to `whole`, by linear interpolation. */
function partOf(plane: Plane, box: Box, whole: Size): Plane {
  const out = emptyPlane(box);
  const { width, height, data } = plane;
  const position = (at: number, length: number, size: number) =>
    Math.min(Math.max(((at + 0.5) * size) / length - 0.5, 0), size - 1);
  const columns = Float32Array.from({ length: box.width }, (_, x) => position(box.x + x, whole.width, width));
  for (let y = 0, i = 0; y < box.height; y++) {
    const row = position(box.y + y, whole.height, height);
    const above = Math.floor(row) * width;
    const below = Math.min(Math.floor(row) + 1, height - 1) * width;
    const down = row - Math.floor(row);
    for (let x = 0; x < box.width; x++, i++) {
      const left = Math.floor(columns[x]!);
      const right = Math.min(left + 1, width - 1);
      const across = columns[x]! - left;
      const upper = data[above + left]! + (data[above + right]! - data[above + left]!) * across;
      const lower = data[below + left]! + (data[below + right]! - data[below + left]!) * across;
      out.data[i] = upper + (lower - upper) * down;
    }
  }
  return out;
}

/** Weight of each pixel as foreground and as background, times its own alpha, and the local averages of both. */
type Weights = {
  readonly radius: number;
  readonly front: Float32Array;
  readonly back: Float32Array;
  readonly frontNear: Float32Array;
  readonly backNear: Float32Array;
};

function weightsOf({ picture, matte }: Crop, radius: number, cubed: boolean): Weights {
  const weigh = (fraction: number, i: number) => (cubed ? fraction ** 3 : fraction) * (picture.data[4 * i + 3]! / 255);
  const front = matte.data.map(weigh);
  const back = matte.data.map((alpha, i) => weigh(1 - alpha, i));
  const near = (data: Float32Array<ArrayBuffer>) => boxBlur({ ...matte, data }, radius).data;
  return { radius, front, back, frontNear: near(front), backNear: near(back) };
}

/** Local averages of estimated colours of the foreground and of the background. */
function averages(subject: Plane, background: Plane, weights: Weights): Averages {
  const average = (plane: Plane, weight: Float32Array, near: Float32Array): Plane => {
    const weighted = emptyPlane(plane);
    for (let i = 0; i < weighted.data.length; i++) weighted.data[i] = plane.data[i]! * weight[i]!;
    const sums = boxBlur(weighted, weights.radius);
    for (let i = 0; i < sums.data.length; i++) sums.data[i] = sums.data[i]! / (near[i]! + 1e-5);
    return sums;
  };
  return {
    front: average(subject, weights.front, weights.frontNear),
    back: average(background, weights.back, weights.backNear),
  };
}

/** The foreground's average, corrected so that the mixture with the background's is what was observed. */
function corrected({ front, back }: Averages, observed: Plane, matte: Plane): Plane {
  const out = emptyPlane(observed);
  for (let i = 0; i < out.data.length; i++) {
    const alpha = matte.data[i]!;
    const error = observed.data[i]! - alpha * front.data[i]! - (1 - alpha) * back.data[i]!;
    out.data[i] = Math.min(255, Math.max(0, front.data[i]! + alpha * error));
  }
  return out;
}
