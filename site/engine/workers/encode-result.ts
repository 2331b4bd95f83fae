import { fallbackType } from '../capability/fallback-type.ts';
import { type EncodeParts, encodePicture } from '../codecs/encode.ts';
import { NO_METADATA, readMetadata } from '../codecs/metadata.ts';
import { keptProfile } from '../codecs/profile.ts';
import { storePixels } from '../codecs/stored-pixels.ts';
import { stop, toolErrorOf } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { checkpoint } from '../jobs/run.ts';
import { transformPixels } from '../ops/geometry/transform.ts';
import { isOpaque } from '../ops/planes.ts';
import { drain } from '../ops/progress.ts';
import type { EncodedResult, EncodeOptions, Encoding, Pixels, Values } from '../types.ts';

type Parts = Omit<EncodeParts, 'metadata' | 'profile' | 'report'> & { readonly report: Reporter };

type Encode = { readonly pixels: Pixels; readonly options: EncodeOptions; readonly original: Blob | null };

/** Encodes a picture file, or the part of it that is wanted, with the metadata of the original. */
export async function encode({ pixels, options, original }: Encode, parts: Parts): Promise<Blob> {
  parts.report.stage('encode');
  const bytes = original && new Uint8Array(await original.arrayBuffer());
  const metadata = bytes && options.metadata !== 'strip' ? readMetadata(bytes) : NO_METADATA;
  // Pixels have the colours in which the original was decoded.
  const profile = bytes && (await keptProfile(bytes));
  const { geometry } = options;
  const context = { checkpoint: () => checkpoint(parts.signal), progress: () => {} };
  const shown = geometry ? await drain(transformPixels(pixels, geometry), context) : pixels;
  return encodePicture(shown, options, { metadata, profile, ...parts });
}

/** Encodes a result: the drawing if there is one, else the picture. Stops with `job.failed` if it is no picture. */
export async function encodeResult(
  { picture, svg, ...options }: Encoding,
  values: Values,
  parts: Parts,
): Promise<EncodedResult> {
  const pixels = values[picture];
  if (!isPixels(pixels)) return stop({ code: 'job.failed', details: `“${picture}” is not a picture.` });
  const drawing = svgIn(values[svg ?? '']);
  const file =
    drawing === null
      ? await encodeWritable({ pixels, ...options }, parts)
      : { file: new Blob([drawing], { type: 'image/svg+xml' }), error: null };
  return { pixels: storePixels(pixels), ...file };
}

/** A file in the wanted format, or with the error in another one if the browser cannot write that: the work is not lost. */
async function encodeWritable(request: Encode, parts: Parts): Promise<Pick<EncodedResult, 'file' | 'error'>> {
  try {
    return { file: await encode(request, parts), error: null };
  } catch (thrown) {
    const { pixels, options } = request;
    const error = toolErrorOf(thrown);
    if (error.code !== 'output.encode' || options.type === 'image/png') throw thrown;
    const type = fallbackType(options.type, isOpaque(pixels));
    const { file } = await encodeWritable({ ...request, options: { ...options, type } }, parts);
    return { file, error };
  }
}

function svgIn(value: Values[string] | undefined): string | null {
  const svg = value && 'facts' in value ? value.facts.svg : null;
  return typeof svg === 'string' ? svg : null;
}

const isPixels = (value: Values[string] | undefined): value is Pixels =>
  value !== undefined && 'data' in value && value.data instanceof Uint8ClampedArray;
