import type { Mask, OpTable, Pixels, Plane } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { blurPicture, type Colour, gradient, scaleToCover, solidColour } from '../matte/backdrop.ts';
import { boxOrStop, cutBox } from '../matte/box.ts';
import { classicMatte } from '../matte/classic.ts';
import { type CleanOptions, cleanMatte } from '../matte/components.ts';
import { compositeOver, withShadow } from '../matte/compose.ts';
import { applyEdits, type EdgeOptions, maskToPlane, moveEdge } from '../matte/edit.ts';
import { cleanForeground } from '../matte/foreground.ts';
import { type RefineOptions, refineMatte } from '../matte/refine.ts';
import { withAlpha } from '../planes.ts';

type WithPicture = { readonly picture: Pixels };
type WithMatte = { readonly matte: Plane };

export type BackdropParams =
  | { readonly kind: 'colour'; readonly colour: Colour }
  | { readonly kind: 'gradient'; readonly from: Colour; readonly to: Colour; readonly angle: number }
  /** Share of the longer side. */
  | { readonly kind: 'blur'; readonly sigma: number };

export type ShadowParams = {
  readonly opacity: number;
  /** Shares of the longer side. */
  readonly distance: number;
  readonly softness: number;
};

const longSide = (size: { readonly width: number; readonly height: number }) => Math.max(size.width, size.height);

export const matteOps = {
  'matte.refine': ({ picture, matte }: WithPicture & WithMatte, params: RefineOptions): Plane =>
    refineMatte(matte, picture, params),

  'matte.clean': ({ matte }: WithMatte, params: CleanOptions): Plane => cleanMatte(matte, params),

  /** Strokes of the visitor; `soft` pixels wide at their edge. */
  'matte.edit': (
    { matte, keep, erase }: WithMatte & { readonly keep?: Mask; readonly erase?: Mask },
    { soft }: { readonly soft: number },
  ): Plane => {
    const stroke = (mask: Mask | undefined) => mask && gaussianBlur(maskToPlane(mask), soft / 2);
    return applyEdits(matte, { keep: stroke(keep), erase: stroke(erase) });
  },

  'matte.edge': ({ matte }: WithMatte, params: EdgeOptions): Plane => moveEdge(matte, params),

  /** The subject on clear ground, with its edge colours cleaned or left. */
  'matte.cut-out': ({ picture, matte }: WithPicture & WithMatte, { clean }: { readonly clean: boolean }): Pixels =>
    clean ? cleanForeground(picture, matte) : withAlpha(picture, matte),

  /** The part of `picture` around what the matte shows; beyond the picture it is clear, or mirrored. */
  'matte.crop': (
    { picture, matte }: WithPicture & WithMatte,
    { margin, beyond }: { readonly margin: number; readonly beyond: 'clear' | 'mirror' },
  ): Pixels => cutBox(picture, boxOrStop(matte, { margin }), beyond),

  'matte.shadow': ({ cutout }: { readonly cutout: Pixels }, { opacity, distance, softness }: ShadowParams): Pixels => {
    const side = longSide(cutout);
    return withShadow(cutout, { opacity, x: distance * side, y: distance * side, softness: softness * side });
  },

  /** The cut-out over a ground that is made for it. `picture` is what is blurred. */
  'matte.backdrop': (
    { cutout, picture }: { readonly cutout: Pixels } & WithPicture,
    params: BackdropParams,
  ): Pixels => {
    switch (params.kind) {
      case 'colour':
        return compositeOver(cutout, solidColour(cutout, params.colour));
      case 'gradient':
        return compositeOver(cutout, gradient(cutout, params));
      case 'blur':
        return compositeOver(cutout, blurPicture(picture, params.sigma * longSide(picture)));
    }
  },

  /** The cut-out over a picture that is fitted to it. */
  'matte.over': ({ cutout, ground }: { readonly cutout: Pixels; readonly ground: Pixels }): Pixels =>
    compositeOver(cutout, scaleToCover(ground, cutout)),

  /** Without a network: what differs most from the border's colours. Coarse, and said so in the workspace. */
  'matte.classic': ({ picture }: WithPicture): Plane => classicMatte(picture),
} as const satisfies OpTable;
