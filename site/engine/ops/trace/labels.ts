import type { Pixels, Plane, Size } from '../../types.ts';
import { oklabDistance, toOklab } from '../color/oklab.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { nearestOf } from './choose.ts';
import { MIN_VISIBLE_ALPHA, type PaletteColour } from './samples.ts';

/** Palette index of each pixel; -1 if it is transparent. */
export type Labels = Size & { readonly data: Int8Array };

/** A pixel's colour is certain if it and its neighbours are within this distance (OKLab) of it. */
const MAX_CERTAIN_DISTANCE = 0.06;

/**
 * Assigns a palette colour to each pixel. At an edge the mixture of two colours may resemble a third: such a pixel gets the
 * nearest of the colours that are certain within `reach` pixels.
 */
export function labelPixels(picture: Pixels, palette: readonly PaletteColour[], reach: number): Labels {
  const { width, height, data } = picture;
  const labels = new Int8Array(width * height).fill(-1);
  const distances = new Float32Array(width * height * palette.length);
  for (let i = 0; i < labels.length; i++) {
    if (data[4 * i + 3]! < MIN_VISIBLE_ALPHA) continue;
    const lab = toOklab([data[4 * i]! / 255, data[4 * i + 1]! / 255, data[4 * i + 2]! / 255]);
    labels[i] = nearestOf(palette, lab);
    for (const [index, colour] of palette.entries())
      distances[i * palette.length + index] = oklabDistance(colour.lab, lab);
  }
  const certain = certainLabels(
    { width, height, data: labels },
    (i, label) => distances[i * palette.length + label]! < MAX_CERTAIN_DISTANCE,
  );
  const near = palette.map((_, index) => dilateLabel({ width, height, data: certain }, index, reach));
  return { width, height, data: labels.map((label, i) => (label < 0 || certain[i]! >= 0 ? label : best(i, label))) };

  function best(i: number, label: number): number {
    let found = -1;
    for (let index = 0; index < palette.length; index++) {
      if (near[index]![i] === 0) continue;
      if (found < 0 || distances[i * palette.length + index]! < distances[i * palette.length + found]!) found = index;
    }
    return found < 0 ? label : found;
  }
}

function certainLabels({ width, height, data }: Labels, isNear: (i: number, label: number) => boolean): Int8Array {
  const out = new Int8Array(data.length).fill(-1);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const label = data[i]!;
      if (label < 0 || !isNear(i, label)) continue;
      const isInterior = [i - 1, i + 1, i - width, i + width].every(
        (other) => data[other] === label && isNear(other, label),
      );
      if (isInterior) out[i] = label;
    }
  return out;
}

/** 1 within `reach` pixels of a label, else 0. */
export function dilateLabel({ width, height, data }: Labels, label: number, reach: number): Uint8Array {
  const plane: Plane = { width, height, data: mapTo(Float32Array, data, (value) => (value === label ? 1 : 0)) };
  return mapTo(Uint8Array, boxBlur(plane, reach).data, (value) => (value > 1e-5 ? 1 : 0));
}
