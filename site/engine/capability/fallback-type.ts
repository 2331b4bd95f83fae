import type { EncodeType } from '../types.ts';

/**
 * The format in place of one that the browser cannot write: JPEG for an opaque picture; PNG, which always works, for a
 * transparent one and in place of JPEG.
 */
export const fallbackType = (type: EncodeType, isOpaque: boolean): EncodeType =>
  isOpaque && type !== 'image/jpeg' ? 'image/jpeg' : 'image/png';
