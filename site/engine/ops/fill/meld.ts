import type { Mask, Pixels } from '../../types.ts';
import type { Synthesis } from './patches/synthesise.ts';

/** A step of any channel, of 255, above which a seam is an edge and stays. */
const EDGE = 48;

/**
 * How much keeping a colour counts beside closing a seam, so that no change reaches further than some five pixels from
 * one: with less, the stains of a rim and the sums of many small seams spread over the hole as clouds.
 */
const STAYS = 0.04;

/** Rounds of the solver, and how far it goes beyond the mean of the neighbours (Young 1954). */
const ROUNDS = 40;
const BEYOND = 1.6;

type Original = { readonly crop: Pixels; readonly hole: Mask };

/**
 * A filling whose patches go over into each other: where neighbours were copied from different places, colours change as
 * they do at those places, and what they differ by is spread smoothly to both sides (Agarwala et al. 2004, "Interactive
 * digital photomontage"; screened as by Bhat et al. 2008, "Fourier analysis of the 2D screened Poisson equation"). What
 * is not copied stays as it is.
 */
export function* melded(filling: Synthesis, { crop, hole }: Original): Generator<number, Synthesis> {
  const { width, height, origin } = filling;
  const data = filling.data.slice();
  const places = placesOf(hole, origin);
  const last = width * (height - 1);
  for (const [c, wanted] of stepsIn(filling, { crop, hole }).entries()) {
    const change = new Float32Array(origin.length);
    for (let round = 0; round < ROUNDS; round++) {
      for (const i of places) {
        const x = i % width;
        const beside = (x > 0 ? change[i - 1]! : 0) + (x < width - 1 ? change[i + 1]! : 0);
        const across = (i >= width ? change[i - width]! : 0) + (i < last ? change[i + width]! : 0);
        change[i] = change[i]! + BEYOND * ((wanted[i]! + beside + across) / (4 + STAYS) - change[i]!);
      }
      yield (c + round / ROUNDS) / 3;
    }
    for (const i of places) data[4 * i + c] = data[4 * i + c]! + change[i]!;
  }
  return { ...filling, data };
}

/** What is filled with something that was copied. */
function placesOf(hole: Mask, origin: Int32Array): Int32Array {
  const places = new Int32Array(origin.length);
  let count = 0;
  for (let i = 0; i < origin.length; i++) if (hole.data[i]! > 0 && origin[i]! >= 0) places[count++] = i;
  return places.subarray(0, count);
}

/** For each channel and pixel by how much more than its neighbours, summed, it must change for all seams to go. */
function stepsIn({ data, origin }: Synthesis, { crop, hole }: Original): readonly Float32Array[] {
  const { width } = crop;
  const wanted = [0, 1, 2].map(() => new Float32Array(origin.length));
  const isKnown = (i: number) => i >= 0 && i < origin.length && hole.data[i] === 0;
  const step = [0, 0, 0];
  for (const way of [1, width])
    for (let i = 0; i + way < origin.length; i++) {
      const j = i + way;
      if ((way === 1 && j % width === 0) || (isKnown(i) && isKnown(j))) continue;
      const [a, b] = [isKnown(i) ? i : origin[i]!, isKnown(j) ? j : origin[j]!];
      if (a < 0 || b < 0 || b - a === way) continue;
      const goesOn = isKnown(a + way) && (way !== 1 || (a + 1) % width !== 0);
      const leadsTo = isKnown(b - way) && (way !== 1 || b % width !== 0);
      if (!goesOn && !leadsTo) continue;
      for (let c = 0; c < 3; c++) {
        const after = goesOn ? crop.data[4 * (a + way) + c]! - crop.data[4 * a + c]! : 0;
        const before = leadsTo ? crop.data[4 * b + c]! - crop.data[4 * (b - way) + c]! : 0;
        step[c] = (after + before) / (goesOn && leadsTo ? 2 : 1) - (data[4 * j + c]! - data[4 * i + c]!);
      }
      if (step.some((value) => Math.abs(value) > EDGE)) continue;
      for (const [c, value] of step.entries()) {
        wanted[c]![j]! += value;
        wanted[c]![i]! -= value;
      }
    }
  return wanted;
}
