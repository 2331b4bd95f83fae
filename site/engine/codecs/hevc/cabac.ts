import type { Bytes } from '../bytes.ts';

/** Ranges of the less probable symbol, by state and the quarter of the range (H.265, table 9-46). */
const LPS_RANGES = Uint8Array.of(
  ...[128, 176, 208, 240, 128, 167, 197, 227, 128, 158, 187, 216, 123, 150, 178, 205, 116, 142, 169, 195, 111, 135],
  ...[160, 185, 105, 128, 152, 175, 100, 122, 144, 166, 95, 116, 137, 158, 90, 110, 130, 150, 85, 104, 123, 142, 81],
  ...[99, 117, 135, 77, 94, 111, 128, 73, 89, 105, 122, 69, 85, 100, 116, 66, 80, 95, 110, 62, 76, 90, 104, 59, 72],
  ...[86, 99, 56, 69, 81, 94, 53, 65, 77, 89, 51, 62, 73, 85, 48, 59, 69, 80, 46, 56, 66, 76, 43, 53, 63, 72, 41, 50],
  ...[59, 69, 39, 48, 56, 65, 37, 45, 54, 62, 35, 43, 51, 59, 33, 41, 48, 56, 32, 39, 46, 53, 30, 37, 43, 50, 29, 35],
  ...[41, 48, 27, 33, 39, 45, 26, 31, 37, 43, 24, 30, 35, 41, 23, 28, 33, 39, 22, 27, 32, 37, 21, 26, 30, 35, 20, 24],
  ...[29, 33, 19, 23, 27, 31, 18, 22, 26, 30, 17, 21, 25, 28, 16, 20, 23, 27, 15, 19, 22, 25, 14, 18, 21, 24, 14, 17],
  ...[20, 23, 13, 16, 19, 22, 12, 15, 18, 21, 12, 14, 17, 20, 11, 14, 16, 19, 11, 13, 15, 18, 10, 12, 15, 17, 10, 12],
  ...[14, 16, 9, 11, 13, 15, 9, 11, 12, 14, 8, 10, 12, 14, 8, 9, 11, 13, 7, 9, 11, 12, 7, 9, 10, 12, 7, 8, 10, 11, 6],
  ...[8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9, 2, 2, 2, 2],
);

/** State after the less probable symbol (table 9-47). */
const AFTER_LPS = Uint8Array.of(
  ...[0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12, 13, 13, 15, 15, 16, 16, 18, 18, 19, 19, 21, 21, 22, 22, 23],
  ...[24, 24, 25, 26, 26, 27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33, 33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37],
  ...[37, 37, 38, 38, 63],
);

/**
 * The arithmetic decoder of H.265 (9.3.4.3). Its contexts are bytes: the state times two, and the more probable symbol.
 * The value has 7 bits more than the 9 of the text, so that it reads bytes.
 */
export class Cabac {
  readonly contexts: Uint8Array;
  private readonly data: Bytes;
  private range = 510;
  private value = 0;
  /** -8 to -1: minus the number of bits that are left before the next byte. */
  private bitsNeeded = -8;
  private at = 0;

  constructor(data: Bytes, contexts: number) {
    this.data = data;
    this.contexts = new Uint8Array(contexts);
    this.start();
  }

  /** Starts at the next byte: at the beginning, after a substream, and after samples that are not compressed. */
  start(): void {
    this.range = 510;
    this.bitsNeeded = -8;
    this.value = (this.nextByte() << 8) | this.nextByte();
  }

  /** Reads a byte that is not compressed, after `terminate` and before `start`. */
  nextByte(): number {
    const { data } = this;
    return this.at < data.length ? (data[this.at++] as number) : this.beyond();
  }

  /** True if more was read than there is: the stream is damaged. */
  isExhausted(): boolean {
    return this.at > this.data.length + MAX_BYTES_BEYOND;
  }

  private beyond(): number {
    this.at += 1;
    return 0;
  }

  /** Decodes a symbol by a context. */
  bit(context: number): number {
    const { contexts } = this;
    const state = contexts[context] as number;
    const lps = LPS_RANGES[((state >> 1) << 2) | ((this.range >> 6) & 3)] as number;
    const range = this.range - lps;
    const scaled = range << 7;
    if (this.value < scaled) {
      if (state < 124) contexts[context] = state + 2;
      if (range < 256) {
        this.range = range << 1;
        this.value <<= 1;
        if (++this.bitsNeeded === 0) {
          this.bitsNeeded = -8;
          this.value |= this.nextByte();
        }
      } else this.range = range;
      return state & 1;
    }
    const shift = Math.clz32(lps) - 23;
    this.value = (this.value - scaled) << shift;
    this.range = lps << shift;
    this.bitsNeeded += shift;
    if (this.bitsNeeded >= 0) {
      this.value |= this.nextByte() << this.bitsNeeded;
      this.bitsNeeded -= 8;
    }
    contexts[context] = state < 2 ? state ^ 1 : ((AFTER_LPS[state >> 1] as number) << 1) | (state & 1);
    return (state & 1) ^ 1;
  }

  /** Decodes a symbol whose values are equally probable. */
  bypass(): number {
    this.value <<= 1;
    if (++this.bitsNeeded === 0) {
      this.bitsNeeded = -8;
      this.value |= this.nextByte();
    }
    const scaled = this.range << 7;
    if (this.value < scaled) return 0;
    this.value -= scaled;
    return 1;
  }

  /** Decodes a number of up to 31 equally probable symbols. */
  bypassNumber(length: number): number {
    let number = 0;
    for (let i = 0; i < length; i++) number = (number << 1) | this.bypass();
    return number;
  }

  /** Decodes the symbol after which the arithmetic code ends. */
  terminate(): boolean {
    this.range -= 2;
    const scaled = this.range << 7;
    if (this.value >= scaled) return true;
    if (this.range < 256) {
      this.range <<= 1;
      this.value <<= 1;
      if (++this.bitsNeeded === 0) {
        this.bitsNeeded = -8;
        this.value |= this.nextByte();
      }
    }
    return false;
  }
}

/** The decoder reads ahead by two bytes. */
const MAX_BYTES_BEYOND = 4;
