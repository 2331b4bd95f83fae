// Two-dimensional fast Fourier transform of single-precision fields whose sides are powers of two, at least 4.
// Four rows or four columns are transformed at once, one in each lane of a vector, in a scratch buffer of one line.

/**
 * Transforms a field in place, without scaling. `tables` holds, for the width and then for the height: the bit-reversed
 * indices (u32) and the cosines and sines (f32, half as many each). `scratch` has room for 32 bytes per element of the
 * longer side.
 */
export function fourier(real: usize, imag: usize, width: i32, height: i32, tables: usize, scratch: usize): void {
  transformRows(real, imag, width, height, tables, scratch);
  transformColumns(real, imag, width, height, tables + 8 * <usize>width, scratch);
}

function transformRows(real: usize, imag: usize, width: i32, height: i32, reversed: usize, scratch: usize): void {
  const row: usize = 4 * <usize>width;
  const lineImag = scratch + 16 * <usize>width;
  for (let y = 0; y < height; y += 4) {
    const from = <usize>y * row;
    gather(real + from, row, width, reversed, scratch);
    gather(imag + from, row, width, reversed, lineImag);
    transformLine(scratch, lineImag, width, reversed + row);
    scatter(scratch, width, real + from, row);
    scatter(lineImag, width, imag + from, row);
  }
}

/** Copies four rows to a line of vectors, in bit-reversed order. */
function gather(from: usize, row: usize, length: i32, reversed: usize, to: usize): void {
  for (let x = 0; x < length; x += 4, from += 16, reversed += 16) {
    const a = v128.load(from);
    const b = v128.load(from + row);
    const c = v128.load(from + 2 * row);
    const d = v128.load(from + 3 * row);
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const efAb = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const efCd = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    v128.store(to + 16 * <usize>load<u32>(reversed), v128.shuffle<f64>(ab, cd, 0, 2));
    v128.store(to + 16 * <usize>load<u32>(reversed + 4), v128.shuffle<f64>(ab, cd, 1, 3));
    v128.store(to + 16 * <usize>load<u32>(reversed + 8), v128.shuffle<f64>(efAb, efCd, 0, 2));
    v128.store(to + 16 * <usize>load<u32>(reversed + 12), v128.shuffle<f64>(efAb, efCd, 1, 3));
  }
}

/** Copies a line of vectors back to four rows. */
function scatter(from: usize, length: i32, to: usize, row: usize): void {
  for (let x = 0; x < length; x += 4, from += 64, to += 16) {
    const a = v128.load(from);
    const b = v128.load(from + 16);
    const c = v128.load(from + 32);
    const d = v128.load(from + 48);
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const efAb = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const efCd = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    v128.store(to, v128.shuffle<f64>(ab, cd, 0, 2));
    v128.store(to + row, v128.shuffle<f64>(ab, cd, 1, 3));
    v128.store(to + 2 * row, v128.shuffle<f64>(efAb, efCd, 0, 2));
    v128.store(to + 3 * row, v128.shuffle<f64>(efAb, efCd, 1, 3));
  }
}

function transformColumns(real: usize, imag: usize, width: i32, height: i32, reversed: usize, scratch: usize): void {
  const row: usize = 4 * <usize>width;
  const lineImag = scratch + 16 * <usize>height;
  for (let x: usize = 0; x < row; x += 16) {
    for (let y = 0, from = x; y < height; y++, from += row) {
      const to: usize = 16 * <usize>load<u32>(reversed + 4 * <usize>y);
      v128.store(scratch + to, v128.load(real + from));
      v128.store(lineImag + to, v128.load(imag + from));
    }
    transformLine(scratch, lineImag, height, reversed + 4 * <usize>height);
    for (let y = 0, to = x, from: usize = 0; y < height; y++, to += row, from += 16) {
      v128.store(real + to, v128.load(scratch + from));
      v128.store(imag + to, v128.load(lineImag + from));
    }
  }
}

/** Transforms a line of vectors that is in bit-reversed order: two radix-2 stages at a time (Cooley and Tukey 1965). */
function transformLine(real: usize, imag: usize, length: i32, cosines: usize): void {
  const sines: usize = cosines + 2 * <usize>length;
  let half = 1;
  if ((ctz(length) & 1) === 1) {
    firstStage(real, imag, length);
    half = 2;
  }
  for (; half < length; half *= 4) {
    const h: usize = 16 * <usize>half;
    const stride: usize = 4 * <usize>(length / (4 * half));
    for (let block: usize = 0; block < 16 * <usize>length; block += 4 * h) {
      for (let k: usize = 0, twiddle: usize = 0; k < h; k += 16, twiddle += stride) {
        const re = real + block + k;
        const im = imag + block + k;
        const cos1 = v128.load_splat<f32>(cosines + 2 * twiddle);
        const sin1 = v128.load_splat<f32>(sines + 2 * twiddle);
        const cos2 = v128.load_splat<f32>(cosines + twiddle);
        const sin2 = v128.load_splat<f32>(sines + twiddle);
        const x1r = v128.load(re + h);
        const x1i = v128.load(im + h);
        const x3r = v128.load(re + 3 * h);
        const x3i = v128.load(im + 3 * h);
        const p1r = f32x4.sub(f32x4.mul(x1r, cos1), f32x4.mul(x1i, sin1));
        const p1i = f32x4.add(f32x4.mul(x1r, sin1), f32x4.mul(x1i, cos1));
        const p3r = f32x4.sub(f32x4.mul(x3r, cos1), f32x4.mul(x3i, sin1));
        const p3i = f32x4.add(f32x4.mul(x3r, sin1), f32x4.mul(x3i, cos1));
        const x0r = v128.load(re);
        const x0i = v128.load(im);
        const x2r = v128.load(re + 2 * h);
        const x2i = v128.load(im + 2 * h);
        const ar = f32x4.add(x0r, p1r);
        const ai = f32x4.add(x0i, p1i);
        const br = f32x4.sub(x0r, p1r);
        const bi = f32x4.sub(x0i, p1i);
        const cr = f32x4.add(x2r, p3r);
        const ci = f32x4.add(x2i, p3i);
        const dr = f32x4.sub(x2r, p3r);
        const di = f32x4.sub(x2i, p3i);
        const sr = f32x4.sub(f32x4.mul(cr, cos2), f32x4.mul(ci, sin2));
        const si = f32x4.add(f32x4.mul(cr, sin2), f32x4.mul(ci, cos2));
        const tr = f32x4.sub(f32x4.mul(dr, cos2), f32x4.mul(di, sin2));
        const ti = f32x4.add(f32x4.mul(dr, sin2), f32x4.mul(di, cos2));
        v128.store(re, f32x4.add(ar, sr));
        v128.store(im, f32x4.add(ai, si));
        v128.store(re + 2 * h, f32x4.sub(ar, sr));
        v128.store(im + 2 * h, f32x4.sub(ai, si));
        // The twiddle factor of the other pair is -i times this one.
        v128.store(re + h, f32x4.add(br, ti));
        v128.store(im + h, f32x4.sub(bi, tr));
        v128.store(re + 3 * h, f32x4.sub(br, ti));
        v128.store(im + 3 * h, f32x4.add(bi, tr));
      }
    }
  }
}

/** Butterflies of neighbours, whose twiddle factor is 1. */
function firstStage(real: usize, imag: usize, length: i32): void {
  for (let i: usize = 0; i < 16 * <usize>length; i += 32) {
    const re = v128.load(real + i);
    const im = v128.load(imag + i);
    const nextRe = v128.load(real + i + 16);
    const nextIm = v128.load(imag + i + 16);
    v128.store(real + i, f32x4.add(re, nextRe));
    v128.store(imag + i, f32x4.add(im, nextIm));
    v128.store(real + i + 16, f32x4.sub(re, nextRe));
    v128.store(imag + i + 16, f32x4.sub(im, nextIm));
  }
}

/** The inverse of `fourier`, scaled. */
export function inverseFourier(real: usize, imag: usize, width: i32, height: i32, tables: usize, scratch: usize): void {
  // Swapping real and imaginary parts turns the forward transform into the inverse.
  fourier(imag, real, width, height, tables, scratch);
  const scale = f32x4.splat(<f32>1 / <f32>(width * height));
  for (let i: usize = 0; i < 4 * <usize>(width * height); i += 16) {
    v128.store(real + i, f32x4.mul(v128.load(real + i), scale));
    v128.store(imag + i, f32x4.mul(v128.load(imag + i), scale));
  }
}
