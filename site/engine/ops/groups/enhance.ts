import type { OpContext, OpTable, Pixels, Planes, Size } from '../../types.ts';
import { inBands } from '../bands.ts';
import { alphaPlane, isOpaque, mix, pixelsOf, rgbPlanes } from '../planes.ts';
import { drain } from '../progress.ts';
import { resizePixels } from '../resize/resize.ts';
import type { Kernel } from '../resize/weights.ts';
import { type SharpenOptions, sharpen } from '../sharpen/unsharp.ts';
import { backProject } from '../upscale/back-project.ts';
import { type FinishOptions, finishEnlarged } from '../upscale/finish.ts';

type WithPicture = { readonly picture: Pixels };

/** The widest filter of the sharpener looks 60 rows far. */
const BAND = { rows: 256, margin: 64 } as const;

/** Only smooth tones are put back: the edges are what the network is for. */
const TONES = { rounds: 2, step: 1, sigma: 3 } as const;

/** Planes of a result with the alpha of the picture that it came from. */
export const withAlphaOf = (picture: Pixels, planes: Planes): Pixels =>
  pixelsOf(planes, isOpaque(picture) ? undefined : alphaPlane(picture));

export const enhanceOps = {
  'picture.resize': (
    { picture }: WithPicture,
    params: Size & { readonly kernel: Kernel; readonly linear: boolean },
  ): Pixels => resizePixels(picture, params),

  /** `share` of `picture`, the rest of `base`; both of one size. */
  'picture.mix': (
    { picture, base }: WithPicture & { readonly base: Pixels },
    { fraction }: { readonly fraction: number },
  ): Pixels => {
    const data = new Uint8ClampedArray(base.data.length);
    for (let i = 0; i < data.length; i++) data[i] = base.data[i]! + (picture.data[i]! - base.data[i]!) * fraction;
    return { width: base.width, height: base.height, data };
  },

  'sharpen.instant': ({ picture }: WithPicture, params: SharpenOptions, context: OpContext): Promise<Pixels> =>
    drain(
      inBands([picture], BAND, ([band]) => sharpen(rgbPlanes(band), params)),
      context,
    ),

  /** A network's picture `found` of the same size with the tones of the original, mixed into it (sharpened, or as it is). */
  'sharpen.finish': (
    { picture, found }: WithPicture & { readonly found: Pixels },
    { share, sharpen: options }: { readonly share: number; readonly sharpen: SharpenOptions | null },
    context: OpContext,
  ): Promise<Pixels> =>
    drain(
      inBands([picture, found], BAND, ([original, band]) => {
        const plain = rgbPlanes(original);
        const base = options ? sharpen(plain, options) : plain;
        return mix(base, backProject(rgbPlanes(band), plain, TONES), share);
      }),
      context,
    ),

  /** The finished enlargement of `picture`; `large` is what a network made of it. */
  'upscale.finish': (
    { picture, large }: WithPicture & { readonly large: Pixels },
    params: FinishOptions,
    context: OpContext,
  ): Promise<Pixels> => drain(finishEnlarged(large, picture, params), context),
} as const satisfies OpTable;
