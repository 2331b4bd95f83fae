import type { Plane, Planes } from '../../types.ts';
import { lumaPlane } from '../planes.ts';
import { castOf } from './cast.ts';

/** How strongly each correction acts, 0..1. */
export type ToneOptions = { readonly levels: number; readonly cast: number; readonly fading: number };

/** Shares of the pixels that may become black and white. */
const ENDS = { dark: 0.005, light: 0.995 } as const;

/** Share of the pixels that are a picture's shadows, and the tone above black that they keep where it is not faded. */
const SHADOWS = { share: 0.1, tone: 0.1 } as const;

/** A picture keeps at least that much of its own range: fog and dusk are not stretched to the full. */
const MOST_GAIN = 2.5;

/** Middle tones of the channels are brought together by a power between one over this and this. */
const MOST_POWER = 1.6;

/** Ranges of luma of a picture that is faded for sure, and of one that is not. */
const RANGE = { faded: 0.5, full: 0.85 } as const;

/** How slowly a correction without need grows with what is wanted: it acts in full only where all of it is wanted. */
const FORCE = 6;

/** Tiles across for local contrast, and how much more than even one tone may get (Zuiderveld 1994). */
const TILES = 8;
const CLIP = 2;
const BINS = 256;

/** Rows between two yields. */
const REST = 128;

/**
 * Black and white points, colour cast and local contrast. RGB in 0..1. Each channel's own ends and middle are found from
 * its histogram; `levels` stretches all channels alike, up to where the first of them is white, `cast` each by itself,
 * `fading` equalises lightness locally with limited contrast. The last two go by need: blue mountains are no cast where
 * black and white are neutral, and what has its full range is not faded. Where all of a picture is in shades of one
 * colour, those become greyer alike, so that shadows do not turn blue while lights are yellow still. Yields its share done.
 */
export function* restoredTones(picture: Planes, options: ToneOptions): Generator<number, Planes> {
  const luma = lumaPlane(picture);
  const common = endsOf(luma.data);
  const { levels } = options;
  const { sure, toned } = castOf(picture, endsOf);
  const wanted = asNeeded(options.cast, sure);
  const cast = toned ? 0 : wanted;
  const range = common.light - common.dark;
  const need = (RANGE.full - range) / (RANGE.full - RANGE.faded);
  const fading = asNeeded(options.fading, need);
  const black = mixed(
    Math.min(common.dark, Math.max(0, common.shadows - SHADOWS.tone)),
    common.dark,
    certainty(levels, need),
  );
  yield 0.1;
  const seen: Float32Array<ArrayBuffer>[] = [];
  for (const plane of picture.planes)
    seen.push(toned ? yield* mapped(plane, (value, i) => mixed(value, luma.data[i]!, wanted)) : plane);
  const ends = seen.map(endsOf);
  // Where one channel of a colour is cut off before the others, lit skin goes pale and yellow cloth flat.
  const white = Math.max(common.light, ...ends.map(({ light }) => light));
  const planes: Float32Array<ArrayBuffer>[] = [];
  for (const [index, plane] of seen.entries()) {
    const own = ends[index]!;
    const dark = mixed(levels * black, own.dark - common.dark + black, cast * levels);
    const light = mixed(mixed(1, white, levels), own.light, cast * levels);
    // Without levels, only the differences between the channels are taken out.
    const shift = cast * (1 - levels) * (own.dark - common.dark);
    const gain = Math.min(MOST_GAIN, 1 / Math.max(0.05, light - dark));
    const middle = (value: number) => Math.min(0.98, Math.max(0.02, (value - dark) * gain));
    const power = Math.log(middle(common.middle)) / Math.log(middle(own.middle));
    const bent = 1 + cast * (Math.min(MOST_POWER, Math.max(1 / MOST_POWER, power)) - 1);
    yield 0.1 + 0.15 * planes.length;
    planes.push(yield* mapped(plane, (value) => Math.min(1, Math.max(0, (value - shift - dark) * gain)) ** bent));
  }
  const stretched: Planes = { ...picture, planes };
  return fading > 0 ? yield* withLocalContrast(stretched, fading) : stretched;
}

/** What is done of a correction of which `share` is wanted. */
const asNeeded = (share: number, need: number): number => share * certainty(share, need);

/** How far a correction is let loose: by its need, and without any only where all of it is wanted. */
function certainty(share: number, need: number): number {
  const bounded = Math.min(1, Math.max(0, need));
  return bounded + (1 - bounded) * share ** FORCE;
}

/** Numbers that are changed between two yields. */
const CHUNK = 2 ** 19;

/** `map` with rests. */
function* mapped(
  values: Float32Array<ArrayBuffer>,
  change: (value: number, i: number) => number,
): Generator<number, Float32Array<ArrayBuffer>> {
  const out = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += CHUNK) {
    if (from > 0) yield 0.5;
    const to = Math.min(values.length, from + CHUNK);
    for (let i = from; i < to; i++) out[i] = change(values[i]!, i);
  }
  return out;
}

const mixed = (a: number, b: number, share: number): number => a + (b - a) * share;

type Ends = { readonly dark: number; readonly shadows: number; readonly middle: number; readonly light: number };

function endsOf(data: Float32Array): Ends {
  const counts = new Float64Array(BINS);
  for (const value of data) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.round(value * (BINS - 1))));
    counts[bin] = counts[bin]! + 1;
  }
  const at = (share: number) => {
    let sum = 0;
    for (let bin = 0; bin < BINS; bin++) {
      sum += counts[bin]!;
      if (sum >= share * data.length) return bin / (BINS - 1);
    }
    return 1;
  };
  return { dark: at(ENDS.dark), shadows: at(SHADOWS.share), middle: at(0.5), light: at(ENDS.light) };
}

function* withLocalContrast(picture: Planes, share: number): Generator<number, Planes> {
  const luma = lumaPlane(picture);
  const target = yield* equalised(luma);
  const planes: Float32Array<ArrayBuffer>[] = [];
  for (const plane of picture.planes)
    planes.push(
      yield* mapped(plane, (value, i) =>
        Math.min(1, Math.max(0, value + share * 0.6 * (target.data[i]! - luma.data[i]!))),
      ),
    );
  return { ...picture, planes };
}

/** Contrast-limited adaptive histogram equalisation of a plane in 0..1. */
function* equalised({ width, height, data }: Plane): Generator<number, Plane> {
  const columns = Math.min(TILES, Math.max(1, Math.floor(width / 32)));
  const rows = Math.min(TILES, Math.max(1, Math.floor(height / 32)));
  const maps: Float32Array[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const box = {
        left: Math.floor((column * width) / columns),
        right: Math.floor(((column + 1) * width) / columns),
        top: Math.floor((row * height) / rows),
        bottom: Math.floor(((row + 1) * height) / rows),
      };
      const counts = new Float64Array(BINS);
      for (let y = box.top; y < box.bottom; y++)
        for (let x = box.left; x < box.right; x++) {
          const bin = Math.min(BINS - 1, Math.max(0, Math.round(data[y * width + x]! * (BINS - 1))));
          counts[bin] = counts[bin]! + 1;
        }
      maps.push(limitedMap(counts, (box.right - box.left) * (box.bottom - box.top)));
    }
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    if (y % REST === 0) yield 0.6;
    const v = Math.min(rows - 1, Math.max(0, ((y + 0.5) * rows) / height - 0.5));
    const [top, down] = [Math.floor(v), v - Math.floor(v)];
    const bottom = Math.min(rows - 1, top + 1);
    for (let x = 0; x < width; x++) {
      const u = Math.min(columns - 1, Math.max(0, ((x + 0.5) * columns) / width - 0.5));
      const [left, across] = [Math.floor(u), u - Math.floor(u)];
      const right = Math.min(columns - 1, left + 1);
      const i = y * width + x;
      const bin = Math.min(BINS - 1, Math.max(0, Math.round(data[i]! * (BINS - 1))));
      const at = (row: number, column: number) => maps[row * columns + column]![bin]!;
      const upper = mixed(at(top, left), at(top, right), across);
      out[i] = mixed(upper, mixed(at(bottom, left), at(bottom, right), across), down);
    }
  }
  return { width, height, data: out };
}

/** Where each tone goes: the running share of tones, none of which counts more than `CLIP` times its even share. */
function limitedMap(counts: Float64Array, total: number): Float32Array {
  const most = (CLIP * total) / BINS;
  let excess = 0;
  for (const count of counts) excess += Math.max(0, count - most);
  const map = new Float32Array(BINS);
  let sum = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const own = Math.min(most, counts[bin]!) + excess / BINS;
    map[bin] = (sum + own / 2) / total;
    sum += own;
  }
  return map;
}
