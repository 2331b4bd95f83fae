import { type Bytes, join, u32 } from './bytes.ts';
import { pngChunks } from './containers.ts';

/** sRGB by its numbers, as PNG writes it for readers that know no sRGB chunk; some programs write nothing else. */
const GAMMA = 45455;
const WHITE_AND_PRIMARIES = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000];

/**
 * A PNG file without gamma and primaries where those are sRGB's, and no profile says otherwise: browsers take the gamma at
 * its word, which moves dark colours by up to 9 of 255. The file itself in all other cases.
 */
export function asPlainSrgb(bytes: Bytes): Bytes {
  const chunks = pngChunks(bytes);
  const said = chunks.filter(({ name }) => name === 'gAMA' || name === 'cHRM');
  const isColoured = chunks.some(({ name }) => name === 'iCCP' || name === 'cICP');
  const isSrgb = said.every(({ name, from }) =>
    name === 'gAMA'
      ? u32(bytes, from) === GAMMA
      : WHITE_AND_PRIMARIES.every((value, index) => u32(bytes, from + 4 * index) === value),
  );
  if (said.length === 0 || isColoured || !isSrgb) return bytes;
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (const { from, to } of said) {
    parts.push(bytes.subarray(kept, from - 8));
    kept = to + 4;
  }
  return join([...parts, bytes.subarray(kept)]);
}

/** Bytes at the start of a PNG file in which it says what its colours mean: that stands before its pixels. */
const HEAD = 65_536;

/** A picture file as `asPlainSrgb` has it, so that a page shows an original as its result is shown; any other file itself. */
export async function plainSrgbFile(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const plain = asPlainSrgb(head);
  return plain === head ? file : new Blob([plain, file.slice(HEAD)], { type: file.type });
}
