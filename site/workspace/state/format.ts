import type { EncodeType, ImageType, PictureInfo } from '../../engine/types.ts';
import type { State } from './state.ts';

const FOLLOWED: { readonly [type in ImageType]?: EncodeType } = {
  'image/jpeg': 'image/jpeg',
  'image/heic': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
};

/**
 * The output format follows the first picture that is opened, unless the visitor chose one: JPEG stays JPEG, HEIC becomes
 * it; transparent and other ones become PNG.
 */
export function followed(state: State, { type, hasAlpha }: PictureInfo): State {
  if (state.format !== 'follows') return state;
  const written = FOLLOWED[type] ?? 'image/png';
  const next = hasAlpha && written === 'image/jpeg' ? 'image/png' : written;
  return { ...state, output: { ...state.output, type: next }, format: 'followed' };
}
