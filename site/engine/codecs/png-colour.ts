import { type Bytes, concatBytes, u32 } from './bytes.ts';
import { pngChunks } from './containers.ts';

/** Gamma and chromaticities of sRGB in PNG, for readers that ignore the sRGB chunk; some programs write only these. */
const GAMMA = 45455;
const WHITE_AND_PRIMARIES = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000];

/**
 * A PNG file without `gAMA` and `cHRM` if they declare sRGB and there is no profile: browsers apply that gamma literally,
 * which changes dark colours by up to 9 of 255. Returns the file itself in all other cases.
 */
export function asPlainSrgb(bytes: Bytes): Bytes {
  const chunks = pngChunks(bytes);
  const declared = chunks.filter(({ name }) => name === 'gAMA' || name === 'cHRM');
  const hasProfile = chunks.some(({ name }) => name === 'iCCP' || name === 'cICP');
  const isSrgb = declared.every(({ name, from }) =>
    name === 'gAMA'
      ? u32(bytes, from) === GAMMA
      : WHITE_AND_PRIMARIES.every((value, index) => u32(bytes, from + 4 * index) === value),
  );
  if (declared.length === 0 || hasProfile || !isSrgb) return bytes;
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (const { from, to } of declared) {
    parts.push(bytes.subarray(kept, from - 8));
    kept = to + 4;
  }
  return concatBytes([...parts, bytes.subarray(kept)]);
}

/** First bytes of a PNG file, which hold its colour chunks: they precede the pixels. */
const HEAD_BYTES = 65_536;

/** `asPlainSrgb` for a file, so that a page shows an original in the colours of its result. Other files are unchanged. */
export async function plainSrgbFile(file: Blob): Promise<Blob> {
  const header = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const withoutProfile = asPlainSrgb(header);
  return withoutProfile === header ? file : new Blob([withoutProfile, file.slice(HEAD_BYTES)], { type: file.type });
}
