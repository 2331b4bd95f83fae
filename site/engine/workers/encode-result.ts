import { type EncodeParts, encodePicture } from '../codecs/encode.ts';
import { NO_METADATA, readMetadata } from '../codecs/metadata.ts';
import { keptProfile } from '../codecs/profile.ts';
import { storePixels } from '../codecs/stored-pixels.ts';
import { done, failed, type Outcome, stop, toolErrorOf } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { checkpoint } from '../jobs/run.ts';
import { transformPixels } from '../ops/geometry/transform.ts';
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

/** Encodes a result: the drawing if there is one, else the picture. */
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
      ? await encode({ pixels, ...options }, parts).then(done, unwritable)
      : done(new Blob([drawing], { type: 'image/svg+xml' }));
  return { pixels: storePixels(pixels), file };
}

/** The outcome for a format that the browser cannot write; throws other errors again. */
function unwritable(thrown: unknown): Outcome<never> {
  const error = toolErrorOf(thrown);
  if (error.code !== 'output.encode') throw thrown;
  return failed(error);
}

function svgIn(value: Values[string] | undefined): string | null {
  const svg = value && 'facts' in value ? value.facts.svg : null;
  return typeof svg === 'string' ? svg : null;
}

const isPixels = (value: Values[string] | undefined): value is Pixels =>
  value !== undefined && 'data' in value && value.data instanceof Uint8ClampedArray;
