import type { Box, Mask, Pixels } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { mapTo } from '../map-to.ts';
import { boundsOf } from '../mask/change.ts';
import { type Components, labelComponents } from '../matte/components.ts';
import { measureIncoherence } from './patches/incoherence.ts';
import { type Synthesis, synthesise } from './patches/synthesise.ts';
import { patchContext } from './regions.ts';
import { isScreen } from './screen.ts';
import { blendInto, dilate, matchColours, rimContrast } from './seam.ts';

/** Returns the crop with its hole (above 0) filled by a network. */
export type NetworkFill = (crop: Pixels, hole: Mask) => Promise<Pixels>;

/** Ring around the hole that the network fills as well, so that its colours can be compared with the picture's. */
const RING_PX = 6;

/** Longer side at which networks process a crop. */
const NETWORK_INPUT_PX = 512;

/**
 * A network's filling is a hallucination if it contrasts with its rim (`rimContrast`), and if its patches are less
 * coherent with the picture than patches alone would be, by a ratio and by a difference (0..255). The ratio spares
 * fillings that are merely richer than a flat background. Chosen on holes in known photographs and removals judged by eye.
 */
const HALLUCINATION = { minRimContrast: 1.1, minIncoherenceRatio: 1.8, minIncoherenceExcess: 8 } as const;

/** Holes closer to each other than this, in pixels, are filled and judged as one. */
const MIN_HOLE_DISTANCE_PX = 16;

type Hole = { readonly crop: Pixels; readonly hole: Mask };

/** Fills the hole by a network; `matchColour` shifts the filling to the colours of the surroundings. */
export async function fillByNetwork({ crop, hole }: Hole, matchColour: boolean, network: NetworkFill): Promise<Pixels> {
  if (!matchColour) return network(crop, hole);
  const withRing = dilate(hole, RING_PX);
  const filled = await network(crop, withRing);
  const box = boundsOf(withRing);
  if (!box) return filled;
  // Only the inner half of the ring: near its outer rim networks already blend towards the surroundings.
  const binary = { ...hole, data: hole.data.map((value) => (value > 0 ? 255 : 0)) };
  const [seam, ring] = [cropMask(binary, box), cropMask(dilate(hole, RING_PX / 2), box)];
  const matched = matchColours(cropPixels(filled, box), { picture: cropPixels(crop, box), seam, hole: ring });
  const out = { ...filled, data: filled.data.slice() };
  blendInto(out, matched, { seam, box });
  return out;
}

/**
 * Fills holes with patches of the picture that follow the layout of `guide`, a network's filling; holes in which the guide
 * is a hallucination are filled with unguided patches. So are those in a screen tone where that is more coherent with the
 * picture: networks blur its dots, and a guide without them sets no phase. The two are never mixed within a hole. Null if
 * the picture has no patches to copy.
 */
export function* fillWithGuidedPatches({ crop, hole }: Hole, guide: Pixels): Generator<number, Synthesis | null> {
  const parts = labelHoles(hole);
  const isSuspect = rimContrast(guide, parts).map((contrast) => (contrast > HALLUCINATION.minRimContrast ? 1 : 0));
  const isScreened = screenedHoles(crop, hole, parts);
  const isRequested = isSuspect.map((is, label) => Math.max(is, isScreened[label]!));
  const unguided = isRequested.includes(1) ? yield* fillWithPatches(crop, parts, { isRequested, guide: null }) : null;
  if (isRequested.includes(1) && unguided === null) return null;
  const isHallucinated = unguided ? findHallucinated({ guide, unguided }, parts, isSuspect) : isSuspect;
  if (unguided && !isHallucinated.includes(0, 1)) return unguided;
  const guided = yield* fillWithPatches(crop, parts, { isRequested: isHallucinated.map((is) => 1 - is), guide });
  if (!unguided || !guided) return guided;
  const isLessCoherent = findLessCoherent({ guided, unguided }, parts, isScreened);
  const isUnguided = isHallucinated.map((is, label) => Math.max(is, isLessCoherent[label]!));
  copyWhere(guided, unguided, (i) => isUnguided[parts.labels[i]!] === 1);
  return guided;
}

/** Returns 1, by label, for the holes in a screen tone. */
function screenedHoles(crop: Pixels, hole: Mask, { labels, areas }: Components): Float64Array {
  return mapTo(Float64Array, areas, (_, label) => {
    if (label === 0) return 0;
    const own = { ...hole, data: mapTo(Uint8Array, labels, (one) => (one === label ? 255 : 0)) };
    return isScreen(crop, own, hole) ? 1 : 0;
  });
}

type PatchFillings = { readonly guided: Pixels; readonly unguided: Pixels };

/** Returns 1, by label, for the holes in a screen tone whose guided filling is less coherent with the picture. */
function findLessCoherent(
  { guided, unguided }: PatchFillings,
  parts: Components,
  isScreened: Float64Array,
): Float64Array {
  if (!isScreened.includes(1)) return isScreened;
  const [ofGuided, ofUnguided] = [measureIncoherence(guided, parts), measureIncoherence(unguided, parts)];
  return isScreened.map((is, label) => (ofGuided[label]! > ofUnguided[label]! ? is : 0));
}

/** Labels the holes of a mask; holes closer than `MIN_HOLE_DISTANCE_PX` share a label. */
function labelHoles(mask: Mask): Components {
  const { labels, ...parts } = labelComponents(dilate(mask, MIN_HOLE_DISTANCE_PX / 2));
  return { ...parts, labels: labels.map((label, i) => (mask.data[i] === 0 ? 0 : label)) };
}

/** The holes to fill (1 by label), and the network's filling as a guide. */
type PatchRequest = { readonly isRequested: Float64Array; readonly guide: Pixels | null };

/** Fills the requested holes with patches from nearby: patches from far away come from other objects. */
function* fillWithPatches(
  crop: Pixels,
  { labels, areas }: Components,
  request: PatchRequest,
): Generator<number, Synthesis | null> {
  const { width, height } = crop;
  const { isRequested, guide } = request;
  const levels = 2 + Math.max(0, Math.round(Math.log2(Math.max(width, height) / NETWORK_INPUT_PX)));
  const out = { width, height, data: crop.data.slice(), origin: new Int32Array(labels.length).fill(-1) };
  const open = { width, height, data: crop.data.slice() };
  // Transparent pixels are not copied.
  for (let i = 0; i < labels.length; i++) if (labels[i] !== 0) open.data[4 * i + 3] = 0;
  for (let label = 1; label < areas.length; label++) {
    if (isRequested[label] !== 1) continue;
    const hole = { width, height, data: mapTo(Uint8Array, labels, (one) => (one === label ? 255 : 0)) };
    const bounds = boundsOf(hole);
    if (!bounds) continue;
    const box = patchContext(bounds, crop);
    const start = guide && { picture: cropPixels(guide, box), levels };
    const filling = yield* synthesise(cropPixels(open, box), cropMask(hole, box), start);
    if (filling === null) return null;
    copyFilling(out, filling, { box, labels, label });
  }
  return out;
}

type HolePlacement = { readonly box: Box; readonly labels: Int32Array; readonly label: number };

/** Copies the filling of a crop into its hole; alpha stays. */
function copyFilling(out: Synthesis, { data, origin }: Synthesis, { box, labels, label }: HolePlacement): void {
  for (let from = 0; from < origin.length; from++) {
    const i = (box.y + Math.floor(from / box.width)) * out.width + box.x + (from % box.width);
    if (labels[i] !== label) continue;
    out.data.set(data.subarray(4 * from, 4 * from + 3), 4 * i);
    const source = origin[from]!;
    if (source >= 0)
      out.origin[i] = (box.y + Math.floor(source / box.width)) * out.width + box.x + (source % box.width);
  }
}

type Fillings = { readonly guide: Pixels; readonly unguided: Pixels };

/** Returns 1, by label, for the suspect holes whose guide does not belong in the picture. */
function findHallucinated({ guide, unguided }: Fillings, parts: Components, suspect: Float64Array): Float64Array {
  const { minIncoherenceRatio, minIncoherenceExcess } = HALLUCINATION;
  const [ofGuide, ofPatches] = [measureIncoherence(guide, parts), measureIncoherence(unguided, parts)];
  return suspect.map((isSuspect, label) => {
    const [guideIncoherence, patchIncoherence] = [ofGuide[label]!, ofPatches[label]!];
    return guideIncoherence > minIncoherenceRatio * patchIncoherence &&
      guideIncoherence > minIncoherenceExcess + patchIncoherence
      ? isSuspect
      : 0;
  });
}

/** Copies the selected pixels and their origins. */
function copyWhere(to: Synthesis, from: Synthesis, isSelected: (i: number) => boolean): void {
  for (let i = 0; i < to.origin.length; i++) {
    if (!isSelected(i)) continue;
    to.data.set(from.data.subarray(4 * i, 4 * i + 4), 4 * i);
    to.origin[i] = from.origin[i]!;
  }
}
