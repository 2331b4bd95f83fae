import type { Pixels } from '../types.ts';

/** A picture of few colours: an index for each pixel, and red, green, blue and alpha of each colour, 0..255. */
export type IndexedPicture = {
  readonly width: number;
  readonly height: number;
  readonly indices: Uint8Array<ArrayBuffer>;
  readonly palette: readonly (readonly [number, number, number, number])[];
};

/** Bits per channel of the histogram: colours that differ in lower bits share a bin. */
const BITS = 5;
const SHIFT = 8 - BITS;

/** Rounds of k-means after the median cut. */
const ROUNDS = 4;

/** Weights of red, green, blue and alpha in distances: about how much each contributes to brightness. */
const WEIGHTS = [3, 6, 2, 6] as const;

type Bin = { readonly colour: readonly number[]; readonly count: number };

/**
 * Reduces a picture to at most `maxColours` (2..256) colours: median cut (Heckbert 1982) of a histogram, refined by k-means,
 * then error diffusion (Floyd and Steinberg 1976). A picture that has no more colours than that keeps them exactly.
 */
export function quantise(picture: Pixels, maxColours: number): IndexedPicture {
  const exact = exactPalette(picture, maxColours);
  if (exact) return exact;
  const bins = histogram(picture);
  const palette = refined(bins, medianCut(bins, maxColours)).map(
    ([r = 0, g = 0, b = 0, a = 0]) => [Math.round(r), Math.round(g), Math.round(b), Math.round(a)] as const,
  );
  return { width: picture.width, height: picture.height, palette, indices: diffused(picture, palette) };
}

/** The picture with its own colours; null if there are more than `maxColours`. */
function exactPalette({ width, height, data }: Pixels, maxColours: number): IndexedPicture | null {
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const found = new Map<number, number>();
  const indices = new Uint8Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    let index = found.get(word);
    if (index === undefined) {
      if (found.size === maxColours) return null;
      index = found.size;
      found.set(word, index);
    }
    indices[i] = index;
  }
  const palette = [...found.keys()].map(
    (word) => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24] as const,
  );
  return { width, height, palette, indices };
}

/** Mean colour and number of pixels of each bin. The colours of fully transparent pixels do not count. */
function histogram({ data }: Pixels): readonly Bin[] {
  const sums = new Map<number, [number, number, number, number, number]>();
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!;
    const [r, g, b] = alpha === 0 ? [0, 0, 0] : [data[i]!, data[i + 1]!, data[i + 2]!];
    const key = ((r >> SHIFT) << (3 * BITS)) | ((g >> SHIFT) << (2 * BITS)) | ((b >> SHIFT) << BITS) | (alpha >> SHIFT);
    const sum = sums.get(key) ?? [0, 0, 0, 0, 0];
    sum[0] += r;
    sum[1] += g;
    sum[2] += b;
    sum[3] += alpha;
    sum[4] += 1;
    sums.set(key, sum);
  }
  return [...sums.values()].map(([r, g, b, a, count]) => ({ colour: [r, g, b, a].map((one) => one / count), count }));
}

/** Splits the box of largest variance at its median until there are `maxColours` boxes; returns their mean colours. */
function medianCut(bins: readonly Bin[], maxColours: number): readonly (readonly number[])[] {
  const boxes = [measured(bins)];
  while (boxes.length < maxColours) {
    const widest = boxes.reduce((best, box, index) => (box.spread > boxes[best]!.spread ? index : best), 0);
    const { axis, spread, members } = boxes[widest]!;
    if (spread === 0) break;
    const sorted = members.toSorted((a, b) => a.colour[axis]! - b.colour[axis]!);
    const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
    let [at, seen] = [0, 0];
    while (at < sorted.length - 1 && (at === 0 || seen + sorted[at]!.count <= half)) seen += sorted[at++]!.count;
    boxes.splice(widest, 1, measured(sorted.slice(0, at)), measured(sorted.slice(at)));
  }
  return boxes.map(({ members }) => meanOf(members));
}

/** A box with its widest axis, and its sum of squared deviations along it. */
function measured(members: readonly Bin[]) {
  const mean = meanOf(members);
  const spreads = WEIGHTS.map((weight, axis) =>
    members.reduce((sum, { colour, count }) => sum + weight * count * (colour[axis]! - mean[axis]!) ** 2, 0),
  );
  const spread = Math.max(...spreads);
  return { members, spread, axis: spreads.indexOf(spread) };
}

function meanOf(members: readonly Bin[]): readonly number[] {
  const total = members.reduce((sum, { count }) => sum + count, 0) || 1;
  return WEIGHTS.map((_, axis) => members.reduce((sum, { colour, count }) => sum + count * colour[axis]!, 0) / total);
}

/** K-means: moves each colour to the mean of the bins that are nearest to it. */
function refined(bins: readonly Bin[], initial: readonly (readonly number[])[]): readonly (readonly number[])[] {
  let palette = initial;
  for (let round = 0; round < ROUNDS; round++) {
    const groups = palette.map((): Bin[] => []);
    for (const bin of bins) groups[nearest(palette, bin.colour)]!.push(bin);
    palette = groups.map((group, index) => (group.length > 0 ? meanOf(group) : palette[index]!));
  }
  return palette;
}

function nearest(palette: readonly (readonly number[])[], colour: readonly number[]): number {
  let [best, min] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < palette.length; i++) {
    const other = palette[i]!;
    let distance = 0;
    for (let c = 0; c < 4 && distance < min; c++) distance += WEIGHTS[c]! * (other[c]! - colour[c]!) ** 2;
    if (distance < min) [best, min] = [i, distance];
  }
  return best;
}

/** The nearest colour of each pixel; its error goes to the pixels right of and below it. */
function diffused({ width, height, data }: Pixels, palette: IndexedPicture['palette']): Uint8Array<ArrayBuffer> {
  const indices = new Uint8Array(width * height);
  const cache = new Map<number, number>();
  let row = new Float32Array(4 * (width + 2));
  let below = new Float32Array(4 * (width + 2));
  const colour = [0, 0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      const isClear = data[at + 3] === 0;
      let key = 0;
      for (let c = 0; c < 4; c++) {
        const value = isClear ? 0 : data[at + c]! + row[4 * (x + 1) + c]!;
        colour[c] = Math.min(255, Math.max(0, Math.round(value)));
        key = key * 64 + (colour[c]! >> 2);
      }
      let index = cache.get(key);
      if (index === undefined) {
        index = nearest(palette, colour);
        cache.set(key, index);
      }
      indices[y * width + x] = index;
      if (isClear) continue;
      for (let c = 0; c < 4; c++) {
        const error = (colour[c]! - palette[index]![c]!) / 16;
        row[4 * (x + 2) + c]! += 7 * error;
        below[4 * x + c]! += 3 * error;
        below[4 * (x + 1) + c]! += 5 * error;
        below[4 * (x + 2) + c]! += error;
      }
    }
    [row, below] = [below, row];
    below.fill(0);
  }
  return indices;
}
