import type { PictureInfo } from '../../../../../site/engine/types.ts';

/** An opaque JPEG of 40 × 30 pixels. */
export const INFO: PictureInfo = {
  width: 40,
  height: 30,
  type: 'image/jpeg',
  bytes: 10,
  animated: false,
  colorSpace: 'srgb',
  bitsPerChannel: 8,
  hasAlpha: false,
  metadata: { exif: false, gps: false, xmp: false, profile: false },
};
