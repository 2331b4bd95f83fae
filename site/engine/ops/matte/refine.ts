import type { Pixels, Plane, Planes } from '../../types.ts';
import { guidedModel } from '../filter/guided.ts';
import { emptyPlane, planeOf, rgbPlanes } from '../planes.ts';
import { fitInside, resizePixels, resizePlane } from '../resize/resize.ts';

export type RefineOptions = {
  /** Longer side at which edges are looked for; the finished matte has the picture's size. */
  readonly workSide: number;
  /** Pixels of a picture of `workSide` over which the matte follows colours. */
  readonly radius: number;
  /** Variance of colour below which an area counts as one. */
  readonly epsilon: number;
  /** 0 leaves the matte as soft as it is, 1 makes it hard; 0.3 takes the haze off. */
  readonly contrast: number;
};

/**
 * Lays the edges of a coarse matte (0..1, any size) onto those of the picture: a guided filter with the picture's colours
 * as its guide (He et al. 2013), solved at `workSide` and applied at full size (He and Sun 2015, "Fast guided filter").
 * Where the matte is sure over the whole window, nothing changes. Result: 0..1 at the picture's size.
 */
export function refineMatte(matte: Plane, picture: Pixels, options: RefineOptions): Plane {
  const work = fitInside(picture, options.workSide);
  const small = rgbPlanes(resizePixels(picture, { ...work, kernel: 'area', linear: false }));
  const coarse = resizePlane(matte, work, matte.width > work.width ? 'area' : 'cubic');
  const scale = Math.max(work.width, work.height) / options.workSide;
  const radius = Math.max(2, Math.round(options.radius * scale));
  const { slopes, offset } = guidedModel(small, coarse, { radius, epsilon: options.epsilon });
  const out = apply(slopes, offset, picture);
  for (let i = 0; i < out.data.length; i++) out.data[i] = harder(out.data[i]!, options.contrast);
  return out;
}

/** `value` 0..1 with steeper middle; 0, 0.5 and 1 stay. Clamps. */
export function harder(value: number, contrast: number): number {
  const half = 0.5 * (1 - contrast) || 1e-6;
  return Math.min(1, Math.max(0, (value - 0.5 + half) / (2 * half)));
}

/** Slopes and offset enlarged to the picture's size, times its colours; a band of rows at a time. */
function apply(slopes: Planes, offset: Plane, picture: Pixels): Plane {
  const { width, height, data } = picture;
  const out = emptyPlane(picture);
  const parts = [...slopes.planes.map((_, index) => planeOf(slopes, index)), offset].map((plane) =>
    resizePlane(plane, { width, height: plane.height }, 'linear'),
  );
  const rows = parts[0]!.height;
  const [red, green, blue, base] = parts.map((plane) => plane.data) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 0; y < height; y++) {
    const at = Math.min(Math.max(((y + 0.5) * rows) / height - 0.5, 0), rows - 1);
    const above = Math.floor(at);
    const upper = above * width;
    const lower = Math.min(above + 1, rows - 1) * width;
    const share = at - above;
    const between = (plane: Float32Array, x: number) =>
      plane[upper + x]! + (plane[lower + x]! - plane[upper + x]!) * share;
    for (let x = 0, i = y * width, p = i * 4; x < width; x++, i++, p += 4) {
      out.data[i] =
        (between(red, x) * data[p]! + between(green, x) * data[p + 1]! + between(blue, x) * data[p + 2]!) / 255 +
        between(base, x);
    }
  }
  return out;
}
