import type { EncodeType, MetadataChoice } from '../../engine/types.ts';
import type { StoredRules } from '../parts/stored.ts';
import type { ConvertOptions } from './protocol.ts';
import { RESIZE_KINDS, type Resize } from './size.ts';

export const TYPES: readonly EncodeType[] = ['image/webp', 'image/avif', 'image/jpeg', 'image/png', 'image/jxl'];
export const METADATA: readonly MetadataChoice[] = ['strip', 'without-gps', 'keep'];

export type PictureFields = {
  readonly type: EncodeType;
  readonly quality: number;
  /** Maximum size of a file in kilobytes; 0: no limit. */
  readonly targetKb: number;
  readonly resize: Resize['kind'];
  readonly pixels: number;
  readonly percent: number;
  readonly noEnlarge: boolean;
  readonly metadata: MetadataChoice;
  /** `#rrggbb`. */
  readonly matte: string;
  readonly names: string;
};

export const PICTURE_RULES: StoredRules<PictureFields> = {
  version: 1,
  initial: {
    type: 'image/webp',
    quality: 80,
    targetKb: 0,
    resize: 'none',
    pixels: 1600,
    percent: 50,
    noEnlarge: true,
    metadata: 'strip',
    matte: '#ffffff',
    names: '{name}',
  },
  choices: { type: TYPES, resize: RESIZE_KINDS, metadata: METADATA },
};

const colour = (hex: string): ConvertOptions['matte'] => {
  const value = /^#[\da-f]{6}$/i.test(hex) ? Number.parseInt(hex.slice(1), 16) : 0xffffff;
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** The worker's options for the fields of the form, clamped to their ranges. */
export const optionsOf = (fields: PictureFields): ConvertOptions => ({
  type: fields.type,
  quality: Math.min(100, Math.max(1, Math.round(fields.quality))),
  maxBytes: Math.max(0, fields.targetKb) * 1000,
  resize: {
    kind: fields.resize,
    amount: fields.resize === 'percent' ? fields.percent : fields.pixels,
    noEnlarge: fields.noEnlarge,
  },
  metadata: fields.metadata,
  matte: colour(fields.matte),
});
