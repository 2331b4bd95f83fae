import type { Pixels } from '../../../types.ts';
import type { Parts } from '../../matte/components.ts';
import { CHANNELS, HALF, HOLE, halved, KNOWN, levelOf, SIDE } from './level.ts';
import { looksOf } from './looks.ts';
import { improve, randomField, randomOf, remeasure } from './search.ts';

const SWEEPS = 4;

/**
 * How unlike the rest of the picture the filling of each hole is, by its label: mean distance (0..255) from its patches
 * to the nearest ones outside of all holes, at half the size (the coherence of Simakov et al. 2008, "Summarizing visual
 * data using bidirectional similarity"). 0 where nothing can be compared.
 */
export function strangeness(filling: Pixels, { labels, areas, width }: Parts): Float64Array {
  const sums = new Float64Array(areas.length);
  const counts = new Float64Array(areas.length);
  const known = new Uint8Array(labels.length);
  const state = Uint8Array.from(labels, (label) => (label > 0 ? HOLE : KNOWN));
  const looks = looksOf(filling, known);
  const shown = halved(levelOf(filling, looks, known));
  const level = levelOf(shown, shown.looks, halved(levelOf(filling, looks, state)).state);
  if (level.sources.length === 0 || level.targets.length === 0) return sums;
  const small = new Int32Array(level.state.length);
  for (let i = 0; i < labels.length; i++)
    if (labels[i] !== 0) small[(Math.floor(i / width) >> 1) * level.width + ((i % width) >> 1)] = labels[i]!;
  const random = randomOf(1);
  const field = randomField(level, random);
  remeasure(level, field);
  const search = improve({ level, field, random }, { sweeps: SWEEPS, reach: Math.max(level.width, level.height) });
  while (!search.next().done);
  for (const target of level.targets) {
    const label = labelIn(small, target, level.width);
    sums[label]! += Math.sqrt(field.cost[target]! / (CHANNELS * SIDE * SIDE));
    counts[label]! += 1;
  }
  return sums.map((sum, label) => sum / Math.max(1, counts[label]!));
}

/** The label of a patch: that of its middle, or the first that it holds. */
function labelIn(labels: Int32Array, middle: number, width: number): number {
  if (labels[middle] !== 0) return labels[middle]!;
  for (let dy = -HALF; dy <= HALF; dy++)
    for (let dx = -HALF; dx <= HALF; dx++) {
      const label = labels[middle + dy * width + dx]!;
      if (label !== 0) return label;
    }
  return 0;
}
