import type { Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { mapPlanes, mapPlanesBy } from '../planes.ts';
import { resizePlanes } from '../resize/resize.ts';

export type BackProjectOptions = {
  /** Rounds; three are enough. */
  readonly rounds: number;
  /** Share of the residual that is added each round, 0..1. */
  readonly step: number;
  /** Pixels of the small picture over which the residual is averaged: above 0, noise and JPEG blocks are not put back. */
  readonly sigma: number;
};

/**
 * Makes an enlarged picture agree with the small one that it came from: shrinks it, and adds the enlarged difference
 * (iterative back-projection, Irani and Peleg 1991). Keeps the network's detail, takes back its changes of tone.
 */
export function backProject(large: Planes, small: Planes, { rounds, step, sigma }: BackProjectOptions): Planes {
  const smallSize: Size = { width: small.width, height: small.height };
  const largeSize: Size = { width: large.width, height: large.height };
  let current = large;
  for (let round = 0; round < rounds; round++) {
    const shrunk = resizePlanes(current, smallSize, 'area');
    const residual = mapPlanesBy(small, shrunk, (wanted, found) =>
      wanted.map((value, i) => (value - found[i]!) * step),
    );
    const smooth = mapPlanes(residual, (plane) => gaussianBlur(plane, sigma));
    const correction = resizePlanes(smooth, largeSize, 'cubic');
    current = mapPlanesBy(current, correction, (value, change) => value.map((number, i) => number + change[i]!));
  }
  return current;
}
