import type { OpTable, Pixels } from '../../types.ts';
import type { Rgb } from '../color/oklab.ts';
import { findBorderColours } from '../logo/background.ts';
import { recolour, removeBackground } from '../logo/unmix.ts';
import { boxOrStop, cutBox } from '../matte/box.ts';
import { alphaPlane } from '../planes.ts';

export type ClearParams = {
  /** Null detects the colours from the border. */
  readonly background: Rgb | null;
  readonly tolerance: number;
  readonly holes: boolean;
  readonly specks: number;
};

export const logoOps = {
  /** Removes a logo's background. Unchanged if the border is already transparent. */
  'logo.clear': ({ picture }: { readonly picture: Pixels }, { background, ...options }: ClearParams): Pixels => {
    const backgrounds = background ? [background] : findBorderColours(picture).map(({ colour }) => colour);
    return removeBackground(picture, { backgrounds, ...options });
  },

  /** Trims the empty border; `margin` is a fraction of the longer side. */
  'logo.trim': ({ picture }: { readonly picture: Pixels }, { margin }: { readonly margin: number }): Pixels =>
    cutBox(picture, boxOrStop(alphaPlane(picture), { margin }), 'clear'),

  /** Recolours a logo with one colour, 0..1. */
  'logo.recolour': ({ picture }: { readonly picture: Pixels }, { colour }: { readonly colour: Rgb }): Pixels =>
    recolour(picture, colour),
} as const satisfies OpTable;
