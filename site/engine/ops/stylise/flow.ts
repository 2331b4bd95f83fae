import type { Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlane } from '../planes.ts';
import { resizePlane } from '../resize/resize.ts';

/**
 * Directions along the edges of a picture, as three planes: the unit tangent x and y, and the coherence 0..1 (0 where no
 * direction is better than another). From the structure tensor of all colours, smoothed by a Gaussian of `sigma` pixels
 * (Brox et al. 2006; Kyprianidis and Döllner 2008), which gives what the edge tangent flow of Kang, Lee and Chui (2007)
 * finds by iteration. Where the picture is flat the tangent is that of its wider surroundings.
 */
export function tangents(picture: Planes, sigma: number): Planes {
  const { width, height } = picture;
  // Smoothed anyway, so half the size is enough, and four times as fast.
  const sums = tensor(picture).map((plane) => {
    const near = gaussianBlur(plane, sigma / 2);
    const wide = gaussianBlur(near, sigma * 2);
    for (let i = 0; i < wide.data.length; i++) wide.data[i] = near.data[i]! + WIDER * wide.data[i]!;
    return resizePlane(wide, picture, 'linear').data;
  });
  const [xx, xy, yy] = sums as [Float32Array, Float32Array, Float32Array];
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  const [x, y, coherence] = planes as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < x.length; i++) {
    const difference = xx[i]! - yy[i]!;
    const twice = 2 * xy[i]!;
    const root = Math.sqrt(difference * difference + twice * twice);
    // Half the angle by its cosine: the tangent is square to the direction of the steepest slope.
    const cosine = root > 0 ? difference / root : 1;
    x[i] = -Math.sqrt(Math.max(0, (1 - cosine) / 2));
    y[i] = Math.sqrt(Math.max(0, (1 + cosine) / 2)) * (twice < 0 ? -1 : 1);
    coherence[i] = root / (xx[i]! + yy[i]! + FAINT);
  }
  return { width, height, planes };
}

/** Flat areas take part in the flow around them, faintly, so that nothing there is decided by noise. */
const WIDER = 0.05;
/** Squared slope per pixel below which a direction means nothing. */
const FAINT = 2e-5;

/** Sums of squared slopes (Sobel) over all planes, xx, xy and yy, as means of two by two pixels. */
function tensor({ width, height, planes }: Planes): readonly Plane[] {
  const half: Size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const [e, f, g] = [emptyPlane(half), emptyPlane(half), emptyPlane(half)] as const;
  for (const plane of planes)
    for (let y = 0; y < height; y++) {
      const above = Math.max(0, y - 1) * width;
      const here = y * width;
      const below = Math.min(height - 1, y + 1) * width;
      const row = (y >> 1) * half.width;
      for (let x = 0; x < width; x++) {
        const left = x > 0 ? x - 1 : 0;
        const right = x < width - 1 ? x + 1 : x;
        const a = plane[above + left]!;
        const c = plane[above + right]!;
        const d = plane[below + left]!;
        const i = plane[below + right]!;
        const dx = (c - a + i - d + 2 * (plane[here + right]! - plane[here + left]!)) / 8;
        const dy = (d - a + i - c + 2 * (plane[below + x]! - plane[above + x]!)) / 8;
        const to = row + (x >> 1);
        e.data[to]! += (dx * dx) / 4;
        f.data[to]! += (dx * dy) / 4;
        g.data[to]! += (dy * dy) / 4;
      }
    }
  return [e, f, g];
}
