import type { Weights } from './weights.ts';

/** Source and destination of rows, with `channels` interleaved values per pixel. */
export type RowStream = {
  readonly channels: 1 | 4;
  readonly sourceWidth: number;
  /** Fills `row` with source row `y`. */
  readonly read: (y: number, row: Float32Array) => void;
  /** Receives row `y` of the result; `row` is reused afterwards. */
  readonly write: (y: number, row: Float32Array) => void;
};

/**
 * Separable resampling, first along rows, then along columns. Holds only as many resized rows as the column kernel has taps,
 * so that no second copy of a large picture exists in floats.
 */
export function resample(columns: Weights, rows: Weights, stream: RowStream): void {
  const length = columns.length * stream.channels;
  const source = new Float32Array(stream.sourceWidth * stream.channels);
  const ring = Array.from({ length: rows.taps }, () => new Float32Array(length));
  const out = new Float32Array(length);
  let next = 0;
  for (let y = 0; y < rows.length; y++) {
    const start = rows.starts[y]!;
    next = Math.max(next, start);
    for (; next < start + rows.taps; next++) {
      stream.read(next, source);
      resampleRow(source, ring[next % rows.taps]!, { columns, channels: stream.channels });
    }
    out.fill(0);
    for (let t = 0; t < rows.taps; t++) {
      const weight = rows.weights[y * rows.taps + t]!;
      if (weight !== 0) addRow(out, ring[(start + t) % rows.taps]!, weight);
    }
    stream.write(y, out);
  }
}

function addRow(out: Float32Array, row: Float32Array, weight: number): void {
  for (let i = 0; i < out.length; i++) out[i] = out[i]! + row[i]! * weight;
}

type RowWork = { readonly columns: Weights; readonly channels: RowStream['channels'] };

function resampleRow(source: Float32Array, out: Float32Array, { columns, channels }: RowWork): void {
  if (channels === 1) resampleRow1(source, out, columns);
  else resampleRow4(source, out, columns);
}

function resampleRow1(source: Float32Array, out: Float32Array, { length, taps, starts, weights }: Weights): void {
  for (let x = 0, w = 0; x < length; x++) {
    let sum = 0;
    for (let at = starts[x]!, end = at + taps; at < end; at++, w++) sum += source[at]! * weights[w]!;
    out[x] = sum;
  }
}

function resampleRow4(source: Float32Array, out: Float32Array, { length, taps, starts, weights }: Weights): void {
  for (let x = 0, w = 0; x < length; x++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let at = starts[x]! * 4, end = at + taps * 4; at < end; at += 4, w++) {
      const weight = weights[w]!;
      red += source[at]! * weight;
      green += source[at + 1]! * weight;
      blue += source[at + 2]! * weight;
      alpha += source[at + 3]! * weight;
    }
    const to = 4 * x;
    out[to] = red;
    out[to + 1] = green;
    out[to + 2] = blue;
    out[to + 3] = alpha;
  }
}
