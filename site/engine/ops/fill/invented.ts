import type { Mask, Pixels, Plane } from '../../types.ts';
import { cellOf } from '../color/cells.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { boxBlur } from '../filter/box.ts';
import { distanceTo } from '../filter/distance.ts';
import { boundsOf } from '../mask/change.ts';
import { partsOf } from '../matte/components.ts';
import { membrane } from './membrane.ts';
import { around } from './regions.ts';
import { paste, widened } from './seam.ts';

/** By how much, of 255, an island stands out from all ways that lead to the rim of its hole. */
const APART = 28;

/** Pixels over which texture is evened out, and that are taken with an island: its soft edge. */
const CALM = 2;
const EDGE = 6;

/** Pixels beside a hole whose colours may be in it. */
const BESIDE = 32;

/** Colours are counted in cells of so many values; a colour is known that is this share of those beside the hole. */
const CELL = 32;
const KNOWN = 5e-4;

/** Share of an island whose colours are known, from which on it stays. */
const STAYS = 0.5;

/**
 * A network's filling without what it made up: things that lie wholly within the hole, in colours that are nowhere
 * beside it. What was behind an object shows at its rim; whatever does not reach the rim cannot be known. An island is
 * what filling basins and cutting domes from the rim takes away (Vincent 1993, "Morphological grayscale reconstruction",
 * by the flooding of Barnes et al. 2014). Its place is filled smoothly from around it.
 */
export function withoutInvented(guess: Pixels, hole: Mask): Pixels {
  const bounds = boundsOf(hole);
  if (!bounds) return guess;
  const box = around(bounds, { margin: BESIDE, least: 0 }, hole);
  const part = { guess: cropPixels(guess, box), hole: cropMask(hole, box) };
  const made = inventedIn(part);
  if (!made.data.includes(255)) return guess;
  const wide = widened(made, EDGE).data;
  const given = Uint8Array.from(wide, (value, i) => (value > 0 && part.hole.data[i]! > 0 ? 0 : 1));
  const filled = part.guess;
  for (let c = 0; c < 3; c++) {
    const plane = membrane({ ...part.hole, data: channelOf(filled, c) }, given).data;
    for (let i = 0; i < given.length; i++) if (given[i] === 0) filled.data[4 * i + c] = plane[i]!;
  }
  const out = { ...guess, data: guess.data.slice() };
  paste(out, filled, { seam: { ...made, data: given.map((value) => (value === 0 ? 255 : 0)) }, box });
  return out;
}

type Part = { readonly guess: Pixels; readonly hole: Mask };

/** Islands whose colours are mostly unknown beside the hole. */
function inventedIn({ guess, hole }: Part): Mask {
  const { labels, areas } = partsOf(islandsIn(guess, hole));
  const known = knownBeside(guess, hole);
  const own = areas.map(() => 0);
  for (let i = 0; i < labels.length; i++)
    if (labels[i]! > 0 && known[cellOf(guess, i, CELL)] === 1) own[labels[i]!]! += 1;
  const isMade = areas.map((area, label) => label > 0 && own[label]! < STAYS * area);
  return { ...hole, data: Uint8Array.from(labels, (label) => (isMade[label] ? 255 : 0)) };
}

const channelOf = ({ data }: Pixels, c: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + c]!);

/** Where some channel stands out from every way to the rim, brighter or darker. */
function islandsIn(guess: Pixels, hole: Mask): Mask {
  const out = new Uint8Array(hole.data.length);
  for (let c = 0; c < 3; c++) {
    const plane: Plane = { width: hole.width, height: hole.height, data: channelOf(guess, c) };
    const calm = Uint8Array.from(boxBlur(boxBlur(plane, CALM), CALM).data, (value) => value + 0.5);
    const turned = calm.map((value) => 255 - value);
    for (const values of [calm, turned]) {
      const level = flooded(values, hole);
      for (let i = 0; i < out.length; i++) if (level[i]! - values[i]! > APART) out[i] = 255;
    }
  }
  return { ...hole, data: out };
}

/** Values of the hole with every basin filled up to where it would run over to the rim; the rest as it is. */
function flooded(values: Uint8Array, { width, height, data }: Mask): Uint8Array {
  const level = values.slice();
  const waiting: number[][] = Array.from({ length: 256 }, () => []);
  const open = Uint8Array.from(data, (value) => (value > 0 ? 1 : 0));
  const reach = (i: number, from: number) => {
    if (open[i] === 0) return;
    open[i] = 0;
    level[i] = Math.max(level[i]!, from);
    waiting[level[i]!]!.push(i);
  };
  const eachBeside = (i: number, visit: (next: number) => void) => {
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
  };
  for (let i = 0; i < data.length; i++) if (data[i] === 0) eachBeside(i, (next) => reach(next, values[i]!));
  for (let at = 0; at < 256; at++)
    for (let i = waiting[at]!.pop(); i !== undefined; i = waiting[at]!.pop()) {
      const from = at;
      eachBeside(i, (next) => reach(next, from));
    }
  return level;
}

/** Which colours are beside the hole: 1 by their cells. */
function knownBeside(picture: Pixels, hole: Mask): Uint8Array {
  const far = distanceTo(hole, (i) => hole.data[i]! > 0).data;
  const counts = new Float64Array((256 / CELL) ** 3);
  let total = 0;
  for (let i = 0; i < far.length; i++) {
    if (far[i] === 0 || far[i]! > BESIDE) continue;
    counts[cellOf(picture, i, CELL)]! += 1;
    total++;
  }
  return Uint8Array.from(counts, (count) => (count > KNOWN * total ? 1 : 0));
}
