import type { Pixels, Plane, Planes } from '../../types.ts';
import { guidedModel } from '../filter/guided.ts';
import { withoutHiddenColours } from '../hidden-colours.ts';
import { emptyPlane, planeOf, rgbPlanes } from '../planes.ts';
import { fitInside, resizePixels, resizePlane } from '../resize/resize.ts';

export type RefineOptions = {
  /** Longer side at which the filter is solved; the result has the picture's size. */
  readonly workSide: number;
  /** Radius of the filter, in pixels at `workSide`. */
  readonly radius: number;
  /** Regularisation: colour variance below which a window counts as uniform. */
  readonly epsilon: number;
  /** 0 keeps the matte soft, 1 makes it binary, 0.3 removes haze. */
  readonly contrast: number;
};

/**
 * Aligns the edges of a coarse matte (0..1, any size) with those of the picture: a colour-guided filter (He et al. 2013),
 * solved at `workSide` and applied at full size (He and Sun 2015, "Fast guided filter"). Windows in which the matte is
 * constant do not change. Returns 0..1 at the picture's size.
 */
export function refineMatte(matte: Plane, picture: Pixels, options: RefineOptions): Plane {
  // One colour under all clear pixels: copies by `replaceHiddenColours` would remove the edge at which the matte ends.
  const shown = withoutHiddenColours(picture);
  const work = fitInside(picture, options.workSide);
  const small = rgbPlanes(resizePixels(shown, { ...work, kernel: 'area', linear: false }));
  const coarse = resizePlane(matte, work, matte.width > work.width ? 'area' : 'cubic');
  const scale = Math.max(work.width, work.height) / options.workSide;
  const radius = Math.max(2, Math.round(options.radius * scale));
  const { slopes, offset } = guidedModel(small, coarse, { radius, epsilon: options.epsilon });
  const out = apply(slopes, offset, shown);
  for (let i = 0; i < out.data.length; i++) out.data[i] = increaseContrast(out.data[i]!, options.contrast);
  return out;
}

/** Steepens the midtones of a value in 0..1; 0, 0.5 and 1 stay. Clamps. */
export function increaseContrast(value: number, contrast: number): number {
  const half = 0.5 * (1 - contrast) || 1e-6;
  return Math.min(1, Math.max(0, (value - 0.5 + half) / (2 * half)));
}

/** Applies the upscaled linear model to the picture's colours, one row at a time. */
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
    const fraction = at - above;
    const interpolate = (plane: Float32Array, x: number) =>
      plane[upper + x]! + (plane[lower + x]! - plane[upper + x]!) * fraction;
    for (let x = 0, i = y * width, p = i * 4; x < width; x++, i++, p += 4) {
      out.data[i] =
        (interpolate(red, x) * data[p]! + interpolate(green, x) * data[p + 1]! + interpolate(blue, x) * data[p + 2]!) /
          255 +
        interpolate(base, x);
    }
  }
  return out;
}
