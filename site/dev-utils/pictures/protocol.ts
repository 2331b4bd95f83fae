import type { Limits } from '../../engine/codecs/decode.ts';
import type { EncodeType, MetadataChoice, PictureInfo, Size } from '../../engine/types.ts';
import type { Resize } from './size.ts';
import type { ZipEntry } from './zip.ts';

export type ConvertOptions = {
  readonly type: EncodeType;
  /** 1 to 100; no meaning for PNG. */
  readonly quality: number;
  /** Bytes that the file shall not exceed; 0: any size. */
  readonly most: number;
  readonly resize: Resize;
  readonly metadata: MetadataChoice;
  /** Ground below transparent pixels of a JPEG: red, green, blue in 0..255. */
  readonly matte: readonly [number, number, number];
};

export type Converted = Size & {
  readonly blob: Blob;
  /** The quality that was used. */
  readonly quality: number;
  /** What the source file holds. */
  readonly source: PictureInfo;
};

export type Task =
  /** Which types this browser can write. */
  | { readonly kind: 'formats' }
  | { readonly kind: 'convert'; readonly fileId: string; readonly file: File; readonly options: ConvertOptions }
  | { readonly kind: 'zip'; readonly entries: readonly ZipEntry[] };

export type TaskResult = {
  readonly formats: readonly EncodeType[];
  readonly convert: Converted;
  readonly zip: Blob | null;
};

export type ConverterTypes = {
  readonly setup: Limits;
  readonly task: Task;
  readonly results: TaskResult;
  readonly progress: never;
  readonly command: never;
};
