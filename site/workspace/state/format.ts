import { fallbackType } from '../../engine/capability/fallback-type.ts';
import type { EncodeType, ImageType, PictureInfo } from '../../engine/types.ts';

const FOLLOWED: { readonly [type in ImageType]?: EncodeType } = {
  'image/jpeg': 'image/jpeg',
  'image/heic': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
};

/**
 * The format in which results of a picture are written unless one is chosen: JPEG stays JPEG; HEIC becomes it, and WebP
 * where the browser cannot write that; transparent and other ones become PNG.
 */
export function formatOf({ type, hasAlpha }: PictureInfo, writesWebp: boolean): EncodeType {
  const wanted = FOLLOWED[type] ?? 'image/png';
  const written = wanted === 'image/webp' && !writesWebp ? fallbackType(wanted, !hasAlpha) : wanted;
  return hasAlpha && written === 'image/jpeg' ? 'image/png' : written;
}
