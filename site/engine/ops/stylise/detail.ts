import type { Plane, Planes } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { localMoments } from '../filter/moments.ts';
import { localMax, localMin } from '../filter/range.ts';
import { emptyPlane, lumaPlane, planeOf } from '../planes.ts';
import { smoothstep } from '../scalars.ts';
import type { PaintInput } from './paint.ts';

/** Contrast in luma between a stroke and its background: none below `from`, full above `to`. */
const STROKE_CONTRAST = { from: 0.13, to: 0.24 } as const;
/** Standard deviation of luma in the background of strokes: even below `from`, too textured above `to`. */
const BACKGROUND_DEVIATION = { from: 0.04, to: 0.08 } as const;
/** Maximum mean difference between the channels (0..1) of a picture that counts as grey. */
const MAX_GREY_DIFFERENCE = 0.02;
/** Detail from which the brush uses small dabs; above it the photograph increasingly replaces the painting. */
const SMALL_DABS = 0.6;

export type DetailOptions = {
  /** Radius in pixels of the window in which strokes and background are compared. */
  readonly radius: number;
  /** Whether the resolution of the picture allows small dabs everywhere. */
  readonly fine: boolean;
};

/**
 * Fine detail that must stay readable, 0..1: near 1 at thin strokes on an even background, such as letters or a lattice
 * against the sky (top-hat transform, Serra 1982). A fine picture without colour has at least `SMALL_DABS` everywhere,
 * since only brightness shows its shapes.
 */
export function detailPlane(picture: Planes, { radius, fine }: DetailOptions): Plane {
  const luma = lumaPlane(picture);
  const out = emptyPlane(luma);
  if (fine && isGrey(picture)) out.data.fill(SMALL_DABS);
  const reach = Math.max(1, Math.round(radius / 2));
  const sides = [1, -1].map((sign) => darkStrokes({ ...luma, data: luma.data.map((value) => sign * value) }, reach));
  const [dark, light] = sides.map((plane) => ({ strokes: plane.data, nearby: boxBlur(plane, radius).data })) as [
    Side,
    Side,
  ];
  // Dark and light strokes side by side are noise rather than letters.
  const exclusive = (side: Side, other: Side, i: number) =>
    side.strokes[i]! * (1 - smoothstep(0.05, 0.2, other.nearby[i]!));
  const strokes = dark.strokes.map((_, i) => Math.max(exclusive(dark, light, i), exclusive(light, dark, i)));
  const dilated = localMax({ ...luma, data: strokes }, Math.ceil(reach / 3));
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(out.data[i]!, dilated.data[i]!);
  return out;
}

type Side = { readonly strokes: Float32Array<ArrayBuffer>; readonly nearby: Float32Array<ArrayBuffer> };

/** Strokes darker than an even background, 0..1: the black top-hat, with a closing by a square of radius `reach`. */
function darkStrokes(plane: Plane, reach: number): Plane {
  const background = localMin(localMax(plane, reach), reach);
  const { deviationAt } = localMoments(background, 2 * reach);
  const data = background.data.map((value, i) => {
    const evenness = 1 - smoothstep(BACKGROUND_DEVIATION.from, BACKGROUND_DEVIATION.to, deviationAt(i));
    return evenness * smoothstep(STROKE_CONTRAST.from, STROKE_CONTRAST.to, value - plane.data[i]!);
  });
  return { ...plane, data };
}

type Painting = Omit<PaintInput, 'fine'> & {
  /** From `style.areas`. */
  readonly areas: Planes;
};

/** Paints with `brush`, with small dabs on faces and detail, and blends the photograph back in at the finest detail. */
export async function paintWithDetail(
  brush: (input: PaintInput) => Promise<Planes>,
  painting: Painting,
): Promise<Planes> {
  const { picture, flow, areas } = painting;
  const [faces, , detail] = areas.planes as readonly [Float32Array, Float32Array, Float32Array];
  const fine = { ...planeOf(areas, 0), data: faces.map((face, i) => Math.max(face, detail[i]!)) };
  return blendDetail(await brush({ picture, flow, fine }), picture, detail);
}

/** Blends the photograph over the painting where `detail` exceeds `SMALL_DABS`. */
export function blendDetail(painted: Planes, photo: Planes, detail: Float32Array): Planes {
  const weights = detail.map((value) => smoothstep(SMALL_DABS, 1, value));
  const planes = painted.planes.map((plane, c) =>
    plane.map((value, i) => value + weights[i]! * (photo.planes[c]![i]! - value)),
  );
  return { ...painted, planes };
}

/** Whether a picture has no colours, or next to none. */
export function isGrey({ planes }: Planes): boolean {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const sum = green.reduce((total, g, i) => total + Math.abs(red[i]! - g) + Math.abs(blue[i]! - g), 0);
  return sum < 2 * MAX_GREY_DIFFERENCE * green.length;
}
