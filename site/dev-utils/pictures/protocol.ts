import type { Limits } from '../../engine/codecs/decode.ts';
import type { EncodeType, MetadataChoice, PictureInfo, Size } from '../../engine/types.ts';
import type { ZipEntry } from '../../workspace/zip.ts';
import type { Resize } from './size.ts';

export type ConvertOptions = {
  readonly type: EncodeType;
  /** 1 to 100; ignored for PNG. */
  readonly quality: number;
  /** Maximum size of the file; 0: no limit. */
  readonly maxBytes: number;
  readonly resize: Resize;
  readonly metadata: MetadataChoice;
  /** Background of transparent pixels in a JPEG: red, green, blue in 0..255. */
  readonly matte: readonly [number, number, number];
};

export type Converted = Size & {
  readonly blob: Blob;
  /** Quality at which the file was encoded. */
  readonly quality: number;
  /** Header of the source file. */
  readonly source: PictureInfo;
};

export type Task =
  /** Reports the types that this browser can encode. */
  | { readonly kind: 'formats' }
  | { readonly kind: 'convert'; readonly fileId: string; readonly file: File; readonly options: ConvertOptions }
  | { readonly kind: 'zip'; readonly entries: readonly ZipEntry[] };

export type TaskResult = {
  readonly formats: readonly EncodeType[];
  readonly convert: Converted;
  readonly zip: Blob;
};

export type ConverterTypes = {
  readonly setup: Limits;
  readonly task: Task;
  readonly results: TaskResult;
  readonly progress: never;
  readonly command: never;
};
