import type { Pixels, Size } from '../../../engine/types.ts';

/** `isPng`: screenshots are, photographs are not. */
export type FileTraits = Size & { readonly isPng: boolean };

/** Measurements of a picture by which tools are suggested. */
export type Traits = FileTraits & {
  /** Fraction of clear or translucent pixels. */
  readonly clearFraction: number;
  /** Whether all colours are shades of one: grey, or the brown of an old print. */
  readonly isMonochrome: boolean;
  /** Range, 0..1, from the darkest to the lightest channel, without outliers: small where a print has faded. */
  readonly tonalRange: number;
  /** Fraction of pixels that equal their right neighbour exactly: high in drawings and screenshots. */
  readonly flatFraction: number;
  /** Number of bands of rows that hold more than one colour, between rows of one colour: lines of text. */
  readonly bandCount: number;
  /** Fraction of the border in its most frequent colour. */
  readonly borderFraction: number;
  /** Number of coarse colours that cover 95 % of the picture. */
  readonly colourCount: number;
  /** Energy of differences at one pixel relative to those at `FAR_PX`, at full size: low where edges are soft. */
  readonly edgeRatio: number;
  /** Fraction of the middle of the picture in colours of skin, and that of its left and right edges: sand and wood go on there. */
  readonly skinFraction: number;
  readonly skinAtEdges: number;
};

/** Maximum standard deviation of red − green and green − blue, 0..255, around their mean at each brightness. */
const MAX_TINT_DEVIATION = 7;

/** Steps of brightness at which the tint of a print is measured. */
const TINT_STEPS = 8;

/** Fraction of pixels that are ignored at each end of the tonal range. */
const OUTLIERS = 0.005;

/**
 * Measures a picture from a sample of it (`small`: reduced without smoothing, so that equal colours stay equal) and from
 * crops of it at full size, where the sharpness shows.
 */
export function measureTraits(file: FileTraits, small: Pixels, crops: readonly Pixels[]): Traits {
  return {
    ...file,
    clearFraction: fractionOf(small, (at) => small.data[at + 3]! < 250),
    isMonochrome: tintDeviation(small) <= MAX_TINT_DEVIATION,
    tonalRange: tonalRange(small),
    flatFraction: flatFraction(small),
    bandCount: bandCount(small),
    borderFraction: borderFraction(small),
    colourCount: colourCount(small),
    edgeRatio: edgeRatio(crops),
    ...skinFractions(small),
  };
}

function fractionOf({ data }: Pixels, is: (at: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (is(at)) count++;
  return count / Math.max(1, data.length / 4);
}

/** Standard deviation of red − green and green − blue around their means at equal brightness: a toned print has one tint. */
function tintDeviation({ data }: Pixels): number {
  const sums = Array.from({ length: TINT_STEPS }, () => [0, 0, 0, 0, 0] as [number, number, number, number, number]);
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const sum = sums[Math.min(TINT_STEPS - 1, Math.floor(((r + 2 * g + b) / 1024) * TINT_STEPS))]!;
    const [u, v] = [r - g, g - b];
    sum[0] += 1;
    sum[1] += u;
    sum[2] += v;
    sum[3] += u * u;
    sum[4] += v * v;
  }
  let [deviation, count] = [0, 0];
  for (const [n, u, v, uu, vv] of sums) {
    if (n === 0) continue;
    deviation += uu - (u * u) / n + vv - (v * v) / n;
    count += n;
  }
  return Math.sqrt(deviation / Math.max(1, 2 * count));
}

function tonalRange({ data }: Pixels): number {
  const pixels = Array.from({ length: data.length / 4 }, (_, i) => data.subarray(4 * i, 4 * i + 3));
  const dark = Uint8Array.from(pixels, (channels) => Math.min(...channels)).sort();
  const light = Uint8Array.from(pixels, (channels) => Math.max(...channels)).sort();
  const at = Math.floor(OUTLIERS * pixels.length);
  return pixels.length === 0 ? 1 : (light[pixels.length - 1 - at]! - dark[at]!) / 255;
}

function flatFraction({ width, height, data }: Pixels): number {
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  let equal = 0;
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width; x++) if (words[y * width + x] === words[y * width + x - 1]) equal++;
  return equal / Math.max(1, height * (width - 1));
}

function bandCount({ width, height, data }: Pixels): number {
  let [count, wasFilled] = [0, false];
  for (let y = 0; y < height; y++) {
    const row = new Uint32Array(data.buffer, data.byteOffset + 4 * y * width, width);
    const isFilled = row.some((colour) => colour !== row[0]);
    if (isFilled && !wasFilled) count++;
    wasFilled = isFilled;
  }
  return count;
}

/** Red, green, blue and alpha with four bits each. */
const coarse = (data: Uint8ClampedArray, at: number): number =>
  data[at + 3]! < 128 ? 0 : ((data[at]! >> 4) << 12) | ((data[at + 1]! >> 4) << 8) | ((data[at + 2]! >> 4) << 4) | 15;

const countBy = (keys: Iterable<number>): readonly number[] => {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
};

function borderFraction({ width, height, data }: Pixels): number {
  const keys: number[] = [];
  for (let x = 0; x < width; x++) keys.push(coarse(data, 4 * x), coarse(data, 4 * ((height - 1) * width + x)));
  for (let y = 0; y < height; y++) keys.push(coarse(data, 4 * y * width), coarse(data, 4 * (y * width + width - 1)));
  return (countBy(keys)[0] ?? 0) / Math.max(1, keys.length);
}

function colourCount({ data }: Pixels): number {
  const counts = countBy(Array.from({ length: data.length / 4 }, (_, i) => coarse(data, 4 * i)));
  let rest = 0.05 * (data.length / 4);
  let extra = 0;
  for (const count of counts.toReversed()) {
    rest -= count;
    if (rest < 0) break;
    extra++;
  }
  return counts.length - extra;
}

/** Mean squared difference of pixels one apart, relative to that of pixels `FAR_PX` apart; 1 without contrast. */
function edgeRatio(crops: readonly Pixels[]): number {
  const [near, far] = [1, FAR_PX].map((step) => crops.reduce((sum, crop) => sum + energy(crop, step), 0)) as [
    number,
    number,
  ];
  // Without contrast there is nothing to judge.
  return far < MIN_CONTRAST * crops.length ? 1 : near / far;
}

function energy({ width, height, data }: Pixels, step: number): number {
  let sum = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x + FAR_PX < width; x++) {
      const at = 4 * (y * width + x) + 1;
      sum += (data[at + 4 * step]! - data[at]!) ** 2;
    }
  return sum / Math.max(1, height * (width - FAR_PX));
}

/** Distance in pixels that is beyond the width of blurred edges. */
const FAR_PX = 12;

/** Mean squared difference of green over that distance below which a crop is even. */
const MIN_CONTRAST = 30;

/** Width of the middle and of each edge, as fractions of the picture. */
const MIDDLE = 0.6;
const EDGE = 0.1;

/** Skin in YCbCr (Chai and Ngan 1999): Cb 77..127 and Cr 133..173, between the top and the chest of a portrait. */
function skinFractions({ width, height, data }: Pixels): Pick<Traits, 'skinFraction' | 'skinAtEdges'> {
  const middle = { skin: 0, count: 0 };
  const edges = { skin: 0, count: 0 };
  for (let y = Math.floor(height * 0.1); y < height * 0.75; y++)
    for (let x = 0; x < width; x++) {
      const fromCentre = Math.abs((x + 0.5) / width - 0.5);
      const region = fromCentre < MIDDLE / 2 ? middle : fromCentre > 0.5 - EDGE ? edges : null;
      if (!region) continue;
      const at = 4 * (y * width + x);
      const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
      const cb = 128 - 0.168736 * r - 0.331264 * g + 0.5 * b;
      const cr = 128 + 0.5 * r - 0.418688 * g - 0.081312 * b;
      if (cb >= 77 && cb <= 127 && cr >= 136 && cr <= 173 && r > 60 && r > g && g > b) region.skin++;
      region.count++;
    }
  const [skinFraction, skinAtEdges] = [middle, edges].map(({ skin, count }) => skin / Math.max(1, count)) as [
    number,
    number,
  ];
  return { skinFraction, skinAtEdges };
}
