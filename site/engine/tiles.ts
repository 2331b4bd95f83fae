import type { Box, Size } from './types.ts';

/** `fed` is the network's input; only `used` of its result is written, blended over `ramp` pixels at the left and top. */
export type Tile = {
  readonly fed: Box;
  readonly used: Box;
  readonly ramp: { readonly left: number; readonly top: number };
};

export type TileOptions = {
  /** Maximum side of the input; at least 4 × overlap + 8 is used, because smaller tiles would be mostly overlap. */
  readonly side: number;
  /** Pixels at a tile's edge that are unreliable, because the network lacks context there. */
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
 * Covers a picture with tiles, row by row. All tiles have the same size, so that a network allocates its memory once.
 * Neighbours share at least twice the overlap and are feathered over the middle quarter of it.
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

/** One channel of interleaved data: every `stride`th value from `offset`. */
export type Channel = {
  readonly data: Float32Array | Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly stride: number;
  readonly offset: number;
};

/**
 * Writes the used part of a tile's result into `whole`. Tiles must come in the order of their plan. `scale` is the number
 * of output pixels per input pixel. Values on which two tiles agree stay exact.
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
