import type { Facts, Mask, OpTable, Pixels, Plane } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { removeHiddenColours } from '../hidden-colours.ts';
import { mapTo } from '../map-to.ts';
import { blurPicture, type Colour, gradient, scaleToCover, solidColour } from '../matte/backdrop.ts';
import { boxOrStop, cutBox, subjectBox } from '../matte/box.ts';
import { classicMatte } from '../matte/classic.ts';
import { type CleanOptions, cleanMatte } from '../matte/components.ts';
import { compositeOver, withShadow } from '../matte/compose.ts';
import { applyEdits, type EdgeOptions, maskToPlane, moveEdge } from '../matte/edit.ts';
import { cleanForeground } from '../matte/foreground.ts';
import { type RefineOptions, refineMatte } from '../matte/refine.ts';
import { solidMatte } from '../matte/solid.ts';
import { copyAlpha, multiplyAlpha } from '../planes.ts';

type WithPicture = { readonly picture: Pixels };
type WithMatte = { readonly matte: Plane };

export type BackdropParams =
  | { readonly kind: 'colour'; readonly colour: Colour }
  | { readonly kind: 'gradient'; readonly from: Colour; readonly to: Colour; readonly angle: number };

export type ShadowParams = {
  readonly opacity: number;
  /** Fractions of the longer side. */
  readonly distance: number;
  readonly softness: number;
};

/** Alpha of the subject in its scene, the smallest of 8 bits: its colours count only where there is nothing else. */
const SUBJECT_ALPHA = 1 / 255;

const longSide = (size: { readonly width: number; readonly height: number }) => Math.max(size.width, size.height);

export const matteOps = {
  'matte.refine': ({ picture, matte }: WithPicture & WithMatte, params: RefineOptions): Plane =>
    refineMatte(solidMatte(matte), picture, params),

  'matte.clean': ({ matte }: WithMatte, params: CleanOptions): Plane => cleanMatte(matte, params),

  /** Whether any pixel is at least half opaque: fact `present`. */
  'matte.presence': ({ matte }: WithMatte): Facts => ({
    facts: { present: subjectBox(matte, { margin: 0, level: 0.5 }) !== null },
  }),

  /** Applies brush strokes to a matte; their edge is `soft` pixels wide. */
  'matte.edit': (
    { matte, keep, erase }: WithMatte & { readonly keep?: Mask; readonly erase?: Mask },
    { soft }: { readonly soft: number },
  ): Plane => {
    const stroke = (mask: Mask | undefined) => mask && gaussianBlur(maskToPlane(mask), soft / 2);
    return applyEdits(matte, { keep: stroke(keep), erase: stroke(erase) });
  },

  'matte.edge': ({ matte }: WithMatte, params: EdgeOptions): Plane => moveEdge(matte, params),

  /**
   * Cuts the subject out, with decontaminated edge colours if `clean`; transparency of the picture stays. Nothing is left of
   * the background, whose colours files would keep under clear pixels.
   */
  'matte.cut-out': ({ picture, matte }: WithPicture & WithMatte, { clean }: { readonly clean: boolean }): Pixels =>
    removeHiddenColours(clean ? cleanForeground(picture, matte) : multiplyAlpha(picture, matte)),

  /** Crops `picture` to the subject of the matte; beyond the border it is transparent or mirrored. */
  'matte.crop': (
    { picture, matte }: WithPicture & WithMatte,
    { margin, beyond }: { readonly margin: number; readonly beyond: 'clear' | 'mirror' },
  ): Pixels => cutBox(picture, boxOrStop(matte, { margin }), beyond),

  'matte.shadow': ({ cutout }: { readonly cutout: Pixels }, { opacity, distance, softness }: ShadowParams): Pixels => {
    const side = longSide(cutout);
    return withShadow(cutout, { opacity, x: distance * side, y: distance * side, softness: softness * side });
  },

  /** Composites the cut-out over a generated background. */
  'matte.backdrop': ({ cutout }: { readonly cutout: Pixels }, params: BackdropParams): Pixels =>
    compositeOver(cutout, params.kind === 'colour' ? solidColour(cutout, params.colour) : gradient(cutout, params)),

  /**
   * The picture without its subject, blurred by a Gaussian of `sigma`, a fraction of the longer side: colours of the subject
   * would be a halo around it. The transparency of the picture stays.
   */
  'matte.scene': ({ picture, matte }: WithPicture & WithMatte, { sigma }: { readonly sigma: number }): Pixels => {
    const behind = {
      ...matte,
      data: mapTo(Float32Array, matte.data, (alpha) => Math.max(1 - alpha, SUBJECT_ALPHA)),
    };
    return copyAlpha(blurPicture(multiplyAlpha(picture, behind), sigma * longSide(picture)), picture);
  },

  /** Composites the cut-out over the scene that it is from, which has the transparency of the result. */
  'matte.over-scene': ({ cutout, scene }: { readonly cutout: Pixels; readonly scene: Pixels }): Pixels =>
    copyAlpha(compositeOver(cutout, scene), scene),

  /** Composites the cut-out over a background picture that is scaled to cover it. */
  'matte.over': ({ cutout, background }: { readonly cutout: Pixels; readonly background: Pixels }): Pixels =>
    compositeOver(cutout, scaleToCover(background, cutout)),

  /** A coarse matte without a network: pixels that differ from the colours of the border. */
  'matte.classic': ({ picture }: WithPicture): Plane => classicMatte(picture),
} as const satisfies OpTable;
