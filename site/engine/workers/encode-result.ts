import { type EncodeParts, encodePicture } from '../codecs/encode.ts';
import { NO_METADATA, readMetadata } from '../codecs/metadata.ts';
import { storePixels } from '../codecs/stored-pixels.ts';
import { done, failed, type Outcome, stop, toolErrorOf } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import type { EncodedResult, EncodeOptions, Encoding, Pixels, Values } from '../types.ts';

type Parts = Omit<EncodeParts, 'metadata' | 'report'> & { readonly report: Reporter };

type Encode = { readonly pixels: Pixels; readonly options: EncodeOptions; readonly original: Blob | null };

/** Encodes a picture file with the metadata of the original. */
export async function encode({ pixels, options, original }: Encode, parts: Parts): Promise<Blob> {
  parts.report.stage('encode');
  const metadata = original && options.metadata !== 'strip' ? await metadataOf(original) : NO_METADATA;
  return encodePicture(pixels, options, { metadata, ...parts });
}

const metadataOf = async (file: Blob) => readMetadata(new Uint8Array(await file.arrayBuffer()));

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
