import type { Box, Size } from './types.ts';

/** `fed` goes through the network; of its result only `used` counts, blended in over `ramp` pixels left and above. */
export type Tile = {
  readonly fed: Box;
  readonly used: Box;
  readonly ramp: { readonly left: number; readonly top: number };
};

export type TileOptions = {
  /** Longest side of what is fed; never less than 4 × overlap + 8, else tiles would be mostly overlap. */
  readonly side: number;
  /** Pixels at a tile's edge that the network gets wrong, because it does not see beyond them. */
  readonly overlap: number;
};

type Span = {
  readonly start: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
  readonly ramp: number;
};

/**
 * Covers a picture with tiles, row by row. All tiles have the same size (a network plans its memory once), and
 * neighbours share at least twice the overlap, in the middle quarter of which they are feathered into each other.
 */
export function planTiles(size: Size, options: TileOptions): readonly Tile[] {
  const columns = spans(size.width, options);
  const rows = spans(size.height, options);
  return rows.flatMap((row) =>
    columns.map((column) => ({
      fed: { x: column.start, y: row.start, width: column.length, height: row.length },
      used: { x: column.from, y: row.from, width: column.to - column.from, height: row.to - row.from },
      ramp: { left: column.ramp, top: row.ramp },
    })),
  );
}

function spans(length: number, { side, overlap }: TileOptions): readonly Span[] {
  const fed = Math.min(Math.max(side, 4 * overlap + 8), length);
  const stride = fed - 2 * overlap;
  const count = fed >= length ? 1 : Math.ceil((length - 2 * overlap) / stride);
  const startOf = (i: number) => (count === 1 ? 0 : Math.round((i * (length - fed)) / (count - 1)));
  const width = count === 1 ? length : fed;
  const bandAfter = (i: number) => {
    const shared = startOf(i) + width - startOf(i + 1);
    const band = Math.floor(shared / 4);
    const begin = startOf(i + 1) + Math.floor((shared - band) / 2);
    return { begin, end: begin + band };
  };
  return Array.from({ length: count }, (_, i) => {
    const before = i > 0 ? bandAfter(i - 1) : { begin: 0, end: 0 };
    const to = i < count - 1 ? bandAfter(i).end : length;
    return { start: startOf(i), length: width, from: before.begin, to, ramp: before.end - before.begin };
  });
}

/** One channel of a picture: every `stride`th number from `offset` on. */
export type Channel = {
  readonly data: Float32Array | Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly stride: number;
  readonly offset: number;
};

/**
 * Writes what counts of a tile's result into the whole. Tiles must come in the order of their plan. `scale`: pixels of
 * the result for one of the input. What two tiles agree on stays exactly as it is.
 */
export function placeTile(whole: Channel, result: Channel, { tile, scale }: Placement): void {
  const { fed, used, ramp } = tile;
  const [left, top] = [used.x * scale, used.y * scale];
  const [right, bottom] = [left + used.width * scale, top + used.height * scale];
  const rows = weights(bottom - top, ramp.top * scale);
  const columns = weights(right - left, ramp.left * scale);
  for (let y = top; y < bottom; y++) {
    const down = rows[y - top] as number;
    let from = ((y - fed.y * scale) * result.width + left - fed.x * scale) * result.stride + result.offset;
    let to = (y * whole.width + left) * whole.stride + whole.offset;
    for (let x = left; x < right; x++, from += result.stride, to += whole.stride) {
      const weight = down * (columns[x - left] as number);
      const value = result.data[from] as number;
      if (weight === 1) whole.data[to] = value;
      else {
        const old = whole.data[to] as number;
        whole.data[to] = old + (value - old) * weight;
      }
    }
  }
}

export type Placement = { readonly tile: Tile; readonly scale: number };

function weights(length: number, ramp: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => (i < ramp ? (i + 0.5) / ramp : 1));
}
