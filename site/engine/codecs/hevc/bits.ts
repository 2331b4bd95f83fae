import type { Bytes } from '../bytes.ts';

/** Reads the bits of headers. */
export type Bits = {
  /** Reads an unsigned number of up to 32 bits. */
  readonly fixed: (length: number) => number;
  readonly isSet: () => boolean;
  /** Reads a number in the Exp-Golomb code. */
  readonly coded: () => number;
  /** Reads a signed number in the Exp-Golomb code. */
  readonly signed: () => number;
  readonly skip: (length: number) => void;
  /** Skips `count` numbers in the Exp-Golomb code. */
  readonly skipCoded: (count: number) => void;
  /** Number of bits that were read. */
  readonly position: () => number;
};

/** Creates a reader. After the end all bits are 0, and lengths are limited, so that no damaged stream takes long. */
export function bitsOf(bytes: Bytes): Bits {
  let at = 0;
  const bit = () => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const fixed = (length: number) => {
    let value = 0;
    for (let i = 0; i < length; i++) value = 2 * value + bit();
    return value;
  };
  const coded = () => {
    let zeros = 0;
    while (zeros < 31 && bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + fixed(zeros);
  };
  return {
    fixed,
    isSet: () => bit() === 1,
    coded,
    signed: () => {
      const value = coded();
      return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
    },
    skip: (length) => {
      at += length;
    },
    skipCoded: (count) => {
      for (let i = 0; i < count; i++) coded();
    },
    position: () => at,
  };
}

/** Returns a copy without the bytes that keep a start code from appearing. */
export function withoutPrevention(bytes: Bytes): Bytes {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept[length++] = byte;
  }
  return kept.subarray(0, length);
}
