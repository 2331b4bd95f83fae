import type { Mask, Pixels } from '../../../types.ts';
import { CHANNELS, HOLE, halved, KNOWN, levelOf, SIDE } from './level.ts';
import { looksOf } from './looks.ts';
import { improve, randomField, randomOf, remeasure } from './search.ts';

const SWEEPS = 4;

/**
 * How unlike the rest of the picture a filling is: mean distance (0..255) from its patches to the nearest ones outside
 * the hole, at half the size (the coherence of Simakov et al. 2008, "Summarizing visual data using bidirectional
 * similarity"). 0 where nothing can be compared.
 */
export function strangeness(filling: Pixels, hole: Mask): number {
  const known = new Uint8Array(hole.data.length);
  const state = Uint8Array.from(hole.data, (value) => (value > 0 ? HOLE : KNOWN));
  const looks = looksOf(filling, known);
  const shown = halved(levelOf(filling, looks, known));
  const level = levelOf(shown, shown.looks, halved(levelOf(filling, looks, state)).state);
  if (level.sources.length === 0 || level.targets.length === 0) return 0;
  const random = randomOf(1);
  const field = randomField(level, random);
  remeasure(level, field);
  const search = improve({ level, field, random }, { sweeps: SWEEPS, reach: Math.max(level.width, level.height) });
  while (!search.next().done);
  let sum = 0;
  for (const target of level.targets) sum += Math.sqrt(field.cost[target]! / (CHANNELS * SIDE * SIDE));
  return sum / level.targets.length;
}
