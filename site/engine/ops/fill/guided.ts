import type { Box, Mask, Pixels } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { boundsOf } from '../mask/change.ts';
import { type Parts, partsOf } from '../matte/components.ts';
import { strangeness } from './patches/strangeness.ts';
import { type Synthesis, synthesise } from './patches/synthesise.ts';
import { nearby } from './regions.ts';
import { matchColours, paste, rimContrast, widened } from './seam.ts';

/** A network as the filling uses it: the crop with its hole (above 0) filled. */
export type NetworkFill = (crop: Pixels, hole: Mask) => Promise<Pixels>;

/** Pixels around the seam that a network fills as well, so that its colours can be compared with the picture's. */
const RING = 6;

/** Longer side at which networks see a crop. */
const SEEN = 512;

/**
 * Where a network's filling stands out against its rim by more than `rim`, and its patches are stranger than those of
 * patches alone by more than `times` and by more than `apart` (of 255), it was made up of nothing. Where it is merely
 * richer than a copy of the flattest ground it is not. Chosen over holes in known photographs and removals by eye.
 */
const MADE_UP = { rim: 1.1, times: 1.8, apart: 8 } as const;

/** Holes nearer to each other than this, in pixels, are filled and judged as one. */
const APART = 16;

type Hole = { readonly crop: Pixels; readonly hole: Mask };

/** What the network makes of the hole; with `matchColour` in the colours of its surroundings. */
export async function guessed({ crop, hole }: Hole, matchColour: boolean, network: NetworkFill): Promise<Pixels> {
  if (!matchColour) return network(crop, hole);
  const wide = widened(hole, RING);
  const filled = await network(crop, wide);
  const box = boundsOf(wide);
  if (!box) return filled;
  // Of the ring only what is nearest: at its rim networks mix their colours with those around.
  const whole = { ...hole, data: hole.data.map((value) => (value > 0 ? 255 : 0)) };
  const [seam, ring] = [cropMask(whole, box), cropMask(widened(hole, RING / 2), box)];
  const matched = matchColours(cropPixels(filled, box), { picture: cropPixels(crop, box), seam, hole: ring });
  const out = { ...filled, data: filled.data.slice() };
  paste(out, matched, { seam, box });
  return out;
}

/**
 * The holes laid with patches of the picture that follow a network's filling in what goes where; or, hole by hole, with
 * patches alone, where that filling does not belong there. Null where there is nothing that patches could be taken from.
 * The two are never mixed within a hole: each is sound by itself.
 */
export function* guided({ crop, hole }: Hole, guess: Pixels): Generator<number, Synthesis | null> {
  const parts = holesIn(hole);
  const suspect = rimContrast(guess, parts).map((contrast) => (contrast > MADE_UP.rim ? 1 : 0));
  const alone = suspect.includes(1) ? yield* patched(crop, parts, { chosen: suspect, guess: null }) : null;
  if (suspect.includes(1) && alone === null) return null;
  const isMadeUp = alone ? madeUp({ guess, alone }, parts, suspect) : suspect;
  if (alone && !isMadeUp.includes(0, 1)) return alone;
  const laid = yield* patched(crop, parts, { chosen: isMadeUp.map((is) => 1 - is), guess });
  if (alone && laid) copyParts(laid, alone, (i) => isMadeUp[parts.labels[i]!] === 1);
  return laid;
}

/** The holes of a mask; those nearer to each other than `APART` are one. */
function holesIn(mask: Mask): Parts {
  const { labels, ...parts } = partsOf(widened(mask, APART / 2));
  return { ...parts, labels: labels.map((label, i) => (mask.data[i] === 0 ? 0 : label)) };
}

/** Which holes are filled, 1 by their labels, and what the network made of them. */
type Wanted = { readonly chosen: Float64Array; readonly guess: Pixels | null };

/** Holes filled with patches, each from what is near to it: further away, other things are taken for alike. */
function* patched(crop: Pixels, { labels, areas }: Parts, wanted: Wanted): Generator<number, Synthesis | null> {
  const { width, height } = crop;
  const { chosen, guess } = wanted;
  const levels = 2 + Math.max(0, Math.round(Math.log2(Math.max(width, height) / SEEN)));
  const out = { width, height, data: crop.data.slice(), origin: new Int32Array(labels.length).fill(-1) };
  const open = { width, height, data: crop.data.slice() };
  // What is clear is not copied from.
  for (let i = 0; i < labels.length; i++) if (labels[i] !== 0) open.data[4 * i + 3] = 0;
  for (let label = 1; label < areas.length; label++) {
    if (chosen[label] !== 1) continue;
    const hole = { width, height, data: Uint8Array.from(labels, (one) => (one === label ? 255 : 0)) };
    const bounds = boundsOf(hole);
    if (!bounds) continue;
    const box = nearby(bounds, crop);
    const start = guess && { picture: cropPixels(guess, box), levels };
    const found = yield* synthesise(cropPixels(open, box), cropMask(hole, box), start);
    if (found === null) return null;
    layInto(out, found, { box, labels, label });
  }
  return out;
}

type Place = { readonly box: Box; readonly labels: Int32Array; readonly label: number };

/** Copies what a part of the picture was filled with into its hole; alpha stays. */
function layInto(out: Synthesis, { data, origin }: Synthesis, { box, labels, label }: Place): void {
  for (let from = 0; from < origin.length; from++) {
    const i = (box.y + Math.floor(from / box.width)) * out.width + box.x + (from % box.width);
    if (labels[i] !== label) continue;
    out.data.set(data.subarray(4 * from, 4 * from + 3), 4 * i);
    const source = origin[from]!;
    if (source >= 0)
      out.origin[i] = (box.y + Math.floor(source / box.width)) * out.width + box.x + (source % box.width);
  }
}

type Fillings = { readonly guess: Pixels; readonly alone: Pixels };

/** Which of the suspect holes are filled with what belongs nowhere in the picture: 1 by their labels. */
function madeUp({ guess, alone }: Fillings, parts: Parts, suspect: Float64Array): Float64Array {
  const [made, own] = [strangeness(guess, parts), strangeness(alone, parts)];
  return suspect.map((is, label) => {
    const strange = made[label]! > MADE_UP.times * own[label]! && made[label]! > MADE_UP.apart + own[label]!;
    return strange ? is : 0;
  });
}

/** Copies the chosen pixels, and where they are from. */
function copyParts(to: Synthesis, from: Synthesis, chosen: (i: number) => boolean): void {
  for (let i = 0; i < to.origin.length; i++) {
    if (!chosen(i)) continue;
    to.data.set(from.data.subarray(4 * i, 4 * i + 4), 4 * i);
    to.origin[i] = from.origin[i]!;
  }
}
