import type { Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { mapPlanes, mapPlanesBy } from '../planes.ts';
import { resizePlanes } from '../resize/resize.ts';

export type BackProjectOptions = {
  /** Iterations; three are enough. */
  readonly rounds: number;
  /** Fraction of the residual that is added in each iteration, 0..1. */
  readonly step: number;
  /** Gaussian that smooths the residual, in pixels of the small picture; above 0, noise and JPEG blocks are not restored. */
  readonly sigma: number;
};

/**
 * Makes an enlarged picture consistent with its original: downscales it and adds the enlarged residual (iterative
 * back-projection, Irani and Peleg 1991). Keeps the network's detail and reverts its changes of tone.
 */
export function backProject(large: Planes, small: Planes, { rounds, step, sigma }: BackProjectOptions): Planes {
  const smallSize: Size = { width: small.width, height: small.height };
  const largeSize: Size = { width: large.width, height: large.height };
  let current = large;
  for (let round = 0; round < rounds; round++) {
    const shrunk = resizePlanes(current, smallSize, 'area');
    const residual = mapPlanesBy(small, shrunk, (target, actual) =>
      target.map((value, i) => (value - actual[i]!) * step),
    );
    const smooth = mapPlanes(residual, (plane) => gaussianBlur(plane, sigma));
    const correction = resizePlanes(smooth, largeSize, 'cubic');
    current = mapPlanesBy(current, correction, (value, change) => value.map((number, i) => number + change[i]!));
  }
  return current;
}
