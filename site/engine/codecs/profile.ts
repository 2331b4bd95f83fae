import { ascii, type Bytes, concatBytes, fromAscii, startsWith, u16, u32, u32leBytes } from './bytes.ts';
import { jpegSegments, pngChunks, riffChunks } from './containers.ts';
import { readHeader } from './header.ts';
import { readHeic } from './heic/container.ts';
import { pngChunk } from './metadata.ts';
import { sniff } from './sniff.ts';
import { readTiffHeader } from './tiff-header.ts';

const ICC = 'ICC_PROFILE\0';

const iccSegments = (bytes: Bytes) =>
  jpegSegments(bytes).filter(({ name, from }) => name === 'e2' && startsWith(bytes, ICC, from));

/** The colour profile of a JPEG, PNG, WebP, HEIC or TIFF file; null without one, or if a JPEG file splits it. */
export async function readProfile(bytes: Bytes): Promise<Bytes | null> {
  switch (sniff(bytes)) {
    case 'image/jpeg': {
      const parts = iccSegments(bytes);
      const [part] = parts;
      // Two bytes after the prefix count the parts.
      return part && parts.length === 1 ? bytes.slice(part.from + ICC.length + 2, part.to) : null;
    }
    case 'image/png': {
      const chunk = pngChunks(bytes).find(({ name }) => name === 'iCCP');
      if (!chunk) return null;
      // A name that ends with zero, and the number of the compression method.
      const start = bytes.indexOf(0, chunk.from) + 2;
      return throughStream(bytes.slice(start, chunk.to), new DecompressionStream('deflate')).catch(() => null);
    }
    case 'image/webp': {
      const chunk = riffChunks(bytes).find(({ name }) => name === 'ICCP');
      return chunk ? bytes.slice(chunk.from, chunk.to) : null;
    }
    case 'image/heic':
      return readHeic(bytes)?.profile ?? null;
    case 'image/tiff':
      return readTiffHeader(bytes)?.profile ?? null;
    default:
      return null;
  }
}

/** A JPEG, PNG or WebP file with this colour profile; other files are returned unchanged. */
export async function writeProfile(bytes: Bytes, profile: Bytes): Promise<Bytes> {
  switch (sniff(bytes)) {
    case 'image/jpeg':
      return writeJpeg(bytes, profile);
    case 'image/png':
      return writePng(bytes, profile);
    case 'image/webp':
      return writeWebp(bytes, profile);
    default:
      return bytes;
  }
}

function writeJpeg(bytes: Bytes, profile: Bytes): Bytes {
  const content = concatBytes([fromAscii(ICC), Uint8Array.of(1, 1), profile]);
  const head = Uint8Array.of(0xff, 0xe2, (content.length + 2) >> 8, (content.length + 2) & 255);
  // JFIF must be the first segment.
  let at = bytes[3] === 0xe0 ? 4 + u16(bytes, 4) : 2;
  const parts: Uint8Array[] = [bytes.subarray(0, at), head, content];
  // Browsers write the profile of their canvas.
  for (const { from, to } of iccSegments(bytes)) {
    parts.push(bytes.subarray(at, from - 4));
    at = to;
  }
  return concatBytes([...parts, bytes.subarray(at)]);
}

async function writePng(bytes: Bytes, profile: Bytes): Promise<Bytes> {
  const content = await throughStream(profile, new CompressionStream('deflate'));
  const chunks = pngChunks(bytes);
  // `sRGB` and a profile exclude each other.
  const kept = chunks.filter(({ name }) => name !== 'sRGB').map(({ from, to }) => bytes.subarray(from - 8, to + 4));
  const [header, ...others] = kept;
  const chunk = pngChunk('iCCP', concatBytes([fromAscii('ICC profile\0\0'), content]));
  return concatBytes([bytes.subarray(0, 8), header ?? new Uint8Array(0), chunk, ...others]);
}

function writeWebp(bytes: Bytes, profile: Bytes): Bytes {
  const header = readHeader(bytes, 'image/webp');
  if (!header) return bytes;
  const chunk = (name: string, content: Uint8Array) =>
    concatBytes([fromAscii(name), u32leBytes(content.length), content, new Uint8Array(content.length % 2)]);
  const chunks = riffChunks(bytes);
  const extended = chunks.find(({ name }) => name === 'VP8X');
  const flags = (extended ? (bytes[extended.from] ?? 0) : header.hasAlpha ? 16 : 0) | 32;
  const size = [header.width - 1, header.height - 1].flatMap((side) => [...u32leBytes(side).subarray(0, 3)]);
  const body = concatBytes([
    fromAscii('WEBP'),
    chunk('VP8X', Uint8Array.of(flags, 0, 0, 0, ...size)),
    chunk('ICCP', profile),
    ...chunks
      .filter(({ name }) => !['VP8X', 'ICCP'].includes(name))
      .map(({ name, from, to }) => chunk(name, bytes.subarray(from, to))),
  ]);
  return concatBytes([fromAscii('RIFF'), u32leBytes(body.length), body]);
}

async function throughStream(bytes: Bytes, stream: CompressionStream | DecompressionStream): Promise<Bytes> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** XYZ of the primaries of Display P3, adapted to D50 as profiles store them. */
const P3_PRIMARIES = {
  rXYZ: [0.51512, 0.2412, -0.00105],
  gXYZ: [0.29198, 0.69225, 0.04189],
  bXYZ: [0.1571, 0.06657, 0.78407],
} as const;

/** Maximum difference of two primaries that are the same: profiles of several programs differ by less than 0.0007. */
const MAX_XYZ_DIFFERENCE = 0.002;
/** Maximum difference of two tone curves that are the same, in 0..1: half a step of 8 bits. */
const MAX_TONE_DIFFERENCE = 0.002;

/** Whether a profile is that of Display P3: its primaries, and the tone curve of sRGB. */
export function isDisplayP3(profile: Bytes): boolean {
  if (ascii(profile, 16, 4) !== 'RGB ' || ascii(profile, 36, 4) !== 'acsp') return false;
  const tags = new Map<string, number>();
  for (let i = 0; i < Math.min(100, u32(profile, 128)); i++)
    tags.set(ascii(profile, 132 + 12 * i, 4), u32(profile, 136 + 12 * i));
  const primaries = Object.entries(P3_PRIMARIES).every(([name, xyz]) => {
    const at = tags.get(name);
    return (
      at !== undefined && xyz.every((value, i) => Math.abs(fixed(profile, at + 8 + 4 * i) - value) < MAX_XYZ_DIFFERENCE)
    );
  });
  return primaries && ['rTRC', 'gTRC', 'bTRC'].every((name) => hasSrgbTones(profile, tags.get(name)));
}

/** A number with 16 bits after the point. */
const fixed = (bytes: Uint8Array, at: number): number => (u32(bytes, at) | 0) / 65536;

/** Parameters of a parametric curve by its type, in the order of the file. */
const PARAMETERS = ['g', 'gab', 'gabc', 'gabcd', 'gabcdef'] as const;

function hasSrgbTones(profile: Bytes, at: number | undefined): boolean {
  const curve = at === undefined ? null : curveAt(profile, at);
  if (!curve) return false;
  for (let x = 0; x <= 1; x += 1 / 64) {
    const srgb = x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    if (Math.abs(curve(x) - srgb) > MAX_TONE_DIFFERENCE) return false;
  }
  return true;
}

/** The tone curve at an offset of a profile, 0..1 to 0..1; null for kinds that no RGB profile of a display has. */
function curveAt(profile: Bytes, at: number): ((x: number) => number) | null {
  if (ascii(profile, at, 4) === 'para') {
    const names = PARAMETERS[u16(profile, at + 8)];
    // Without a linear part or offsets it is a power, which sRGB is not.
    if (!names || names.length < 5) return null;
    const value = (name: string) => (names.includes(name) ? fixed(profile, at + 12 + 4 * names.indexOf(name)) : 0);
    const [g, a, b, c, d, e, f] = [...'gabcdef'].map(value) as [number, number, number, number, number, number, number];
    return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f);
  }
  const count = ascii(profile, at, 4) === 'curv' ? u32(profile, at + 8) : 0;
  if (count < 2) return null;
  const sample = (index: number) => u16(profile, at + 12 + 2 * Math.min(index, count - 1)) / 65535;
  return (x) => {
    const position = x * (count - 1);
    const below = Math.floor(position);
    return sample(below) + (position - below) * (sample(below + 1) - sample(below));
  };
}

/**
 * The profile with which the pixels of a file are decoded and encoded: that of Display P3, where the browser has it; null
 * for all others, which become sRGB.
 */
export async function keptProfile(bytes: Bytes): Promise<Bytes | null> {
  const profile = await readProfile(bytes);
  return profile && isDisplayP3(profile) && hasDisplayP3() ? profile : null;
}

let displayP3: boolean | undefined;

/** Whether canvases of this browser hold Display P3. */
function hasDisplayP3(): boolean {
  const context = displayP3 === undefined && new OffscreenCanvas(1, 1).getContext('2d', { colorSpace: 'display-p3' });
  if (context) displayP3 = context.getImageData(0, 0, 1, 1).colorSpace === 'display-p3';
  return displayP3 ?? false;
}
