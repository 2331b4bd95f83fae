import type { ImageType } from '../types.ts';
import { sniff } from './sniff.ts';

/** Bytes at the start of a file by which its type is known. */
const HEAD_BYTES = 4096;

export type Unshown = { readonly png: Blob; readonly hasAlpha: boolean };

/** Types that not every browser shows, with what makes a PNG file of one: null where this browser cannot do that either. */
const CONVERTERS: { readonly [type in ImageType]?: () => Promise<(file: Blob) => Promise<Unshown | null>> } = {
  'image/heic': async () => (await import('../heic/convert.ts')).convertHeic,
};

/** The type of a file by its content. */
export const typeOfFile = async (file: Blob): Promise<ReturnType<typeof sniff>> =>
  sniff(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));

export type Converted = {
  /** A PNG file with the name of the given one. */
  readonly file: File;
  /** Of the given file. */
  readonly type: ImageType;
  readonly hasAlpha: boolean;
};

/**
 * A picture file that the browser does not show, as a PNG file with its profile and its metadata. Null for types that need
 * no conversion, and for files that cannot be converted here.
 */
export async function convertUnshown(given: File): Promise<Converted | null> {
  try {
    const type = (await typeOfFile(given)) as ImageType;
    const convert = await CONVERTERS[type]?.();
    const converted = convert ? await convert(given) : null;
    if (!converted) return null;
    const { png, hasAlpha } = converted;
    const { name, lastModified } = given;
    return { file: new File([png], name, { type: png.type, lastModified }), type, hasAlpha };
  } catch {
    return null;
  }
}
