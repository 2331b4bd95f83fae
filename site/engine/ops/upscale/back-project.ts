import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { mapPlanesBy } from '../planes.ts';
import { resamplePlane, resizePlane } from '../resize/resize.ts';
import { combineWeights, weightsFor } from '../resize/weights.ts';

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
 * back-projection, Irani and Peleg 1991). Keeps the network's detail and reverts its changes of tone. Downscaling is
 * linear: what an enlarged residual leaves of the next one is computed at the size of the original.
 */
export function backProject(large: Planes, small: Planes, { rounds, step, sigma }: BackProjectOptions): Planes {
  const columns = roundTripWeights(small.width, large.width);
  const rows = roundTripWeights(small.height, large.height);
  const { width, height } = small;
  return mapPlanesBy(large, small, (found, original) => {
    const shrunk = resizePlane({ ...large, data: found }, small, 'area').data;
    const residual = original.map((value, i) => value - shrunk[i]!);
    const correction: Plane = { width, height, data: new Float32Array(residual.length) };
    for (let round = 0; round < rounds; round++) {
      const added = gaussianBlur({ width, height, data: residual.map((value) => step * value) }, sigma);
      const reached = resamplePlane(added, columns, rows).data;
      for (let i = 0; i < residual.length; i++) {
        correction.data[i] = correction.data[i]! + added.data[i]!;
        residual[i] = residual[i]! - reached[i]!;
      }
    }
    const enlarged = resizePlane(correction, large, 'cubic').data;
    return found.map((value, i) => value + enlarged[i]!);
  });
}

/** Weights that enlarge and shrink again, at the smaller size. */
const roundTripWeights = (small: number, large: number) =>
  combineWeights(weightsFor(small, large, 'cubic'), weightsFor(large, small, 'area'));
