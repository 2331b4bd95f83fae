import { fallbackType } from '../../engine/capability/fallback-type.ts';
import type { EncodeType, ImageType, PictureInfo } from '../../engine/types.ts';
import type { State } from './state.ts';

const FOLLOWED: { readonly [type in ImageType]?: EncodeType } = {
  'image/jpeg': 'image/jpeg',
  'image/heic': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
};

type Opened = { readonly info: PictureInfo; readonly writesWebp: boolean };

/**
 * The output format follows the first picture that is opened, unless the visitor chose one: JPEG stays JPEG; HEIC becomes
 * it, and WebP where the browser cannot write that; transparent and other ones become PNG.
 */
export function followed(state: State, { info: { type, hasAlpha }, writesWebp }: Opened): State {
  if (state.format !== 'follows') return state;
  const wanted = FOLLOWED[type] ?? 'image/png';
  const written = wanted === 'image/webp' && !writesWebp ? fallbackType(wanted, !hasAlpha) : wanted;
  const next = hasAlpha && written === 'image/jpeg' ? 'image/png' : written;
  return { ...state, output: { ...state.output, type: next }, format: 'followed' };
}
