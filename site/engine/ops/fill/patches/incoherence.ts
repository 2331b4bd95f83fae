import type { Pixels } from '../../../types.ts';
import { mapTo } from '../../map-to.ts';
import type { Components } from '../../matte/components.ts';
import { computeFeatures } from './features.ts';
import { type Random, randomField } from './field.ts';
import { CHANNELS, createLevel, HOLE, halveLevel, KNOWN, PATCH_RADIUS_PX, PATCH_SIDE_PX } from './level.ts';
import { searchPatches } from './search.ts';

const SWEEPS = 4;

/**
 * Measures how incoherent the filling of each hole, by label, is with the rest of the picture: the mean distance (0..255)
 * from its patches to the nearest patches outside all holes, at half size (the coherence term of Simakov et al. 2008,
 * "Summarizing visual data using bidirectional similarity"). 0 if nothing can be compared.
 */
export function measureIncoherence(filling: Pixels, { labels, areas, width }: Components): Float64Array {
  const sums = new Float64Array(areas.length);
  const counts = new Float64Array(areas.length);
  const known = new Uint8Array(labels.length);
  const state = mapTo(Uint8Array, labels, (label) => (label > 0 ? HOLE : KNOWN));
  const features = computeFeatures(filling, known);
  const reduced = halveLevel(createLevel(filling, features, known));
  const level = createLevel(reduced, reduced.features, halveLevel(createLevel(filling, features, state)).state);
  if (level.sources.length === 0 || level.targets.length === 0) return sums;
  const small = new Int32Array(level.state.length);
  for (let i = 0; i < labels.length; i++)
    if (labels[i] !== 0) small[(Math.floor(i / width) >> 1) * level.width + ((i % width) >> 1)] = labels[i]!;
  const random: Random = { state: 1 };
  const field = randomField(level, random);
  const search = searchPatches(
    { level, field, random },
    { sweeps: SWEEPS, reach: Math.max(level.width, level.height) },
  );
  while (!search.next().done);
  for (const target of level.targets) {
    const label = labelIn(small, target, level.width);
    sums[label]! += Math.sqrt(field.cost[target]! / (CHANNELS * PATCH_SIDE_PX * PATCH_SIDE_PX));
    counts[label]! += 1;
  }
  return sums.map((sum, label) => sum / Math.max(1, counts[label]!));
}

/** The label of a patch: that of its centre, or the first one that it overlaps. */
function labelIn(labels: Int32Array, centre: number, width: number): number {
  if (labels[centre] !== 0) return labels[centre]!;
  for (let dy = -PATCH_RADIUS_PX; dy <= PATCH_RADIUS_PX; dy++)
    for (let dx = -PATCH_RADIUS_PX; dx <= PATCH_RADIUS_PX; dx++) {
      const label = labels[centre + dy * width + dx]!;
      if (label !== 0) return label;
    }
  return 0;
}
