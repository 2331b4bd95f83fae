/** Half precision (IEEE 754 binary16) as 16-bit words; Node 20 has no Float16Array. */

/**
 * Rounds to nearest, ties to even. Above 65519.99 the result is infinite.
 * @param {Float32Array} values
 * @returns {Uint16Array}
 */
export function toHalf(values) {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const words = new Uint16Array(values.length);
  // A plain loop: `Uint16Array.from` with a function is ten times slower on millions of weights.
  for (let i = 0; i < words.length; i++) words[i] = halfBits(bits[i] ?? 0);
  return words;
}

/** @param {number} bits of a float32 */
function halfBits(bits) {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x47800000) return sign | 0x7c00;
  if (magnitude >= 0x38800000) return sign | shiftToEven(magnitude - 0x38000000, 13);
  const exponent = magnitude >>> 23;
  // Values below half of the smallest subnormal round to zero.
  if (exponent < 102) return sign;
  return sign | shiftToEven((magnitude & 0x7fffff) | 0x800000, 126 - exponent);
}

/**
 * @param {number} value
 * @param {number} shift 1 to 24
 */
function shiftToEven(value, shift) {
  const quotient = value >>> shift;
  const remainder = value & ((1 << shift) - 1);
  const middle = 1 << (shift - 1);
  return remainder > middle || (remainder === middle && (quotient & 1) === 1) ? quotient + 1 : quotient;
}

/**
 * @param {Uint16Array} words
 * @returns {Float32Array} the exact values
 */
export function fromHalf(words) {
  const values = new Float32Array(words.length);
  for (let i = 0; i < words.length; i++) values[i] = halfValue(words[i] ?? 0);
  return values;
}

/** @param {number} word */
function halfValue(word) {
  const sign = word & 0x8000 ? -1 : 1;
  const exponent = (word >>> 10) & 31;
  const fraction = word & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/**
 * Root mean square error of storing `values` as `words`, relative to the root mean square of `values`; infinite
 * where a value overflows.
 * @param {Float32Array} values
 * @param {Uint16Array} words
 */
export function relativeError(values, words) {
  const stored = fromHalf(words);
  let error = 0;
  let energy = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    error += (value - (stored[i] ?? 0)) ** 2;
    energy += value * value;
  }
  return energy === 0 ? 0 : Math.sqrt(error / energy);
}
