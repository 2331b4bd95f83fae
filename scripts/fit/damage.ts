import { unet } from '../../site/engine/adapters/damage.ts';
import { pixelsOf } from '../../site/engine/ops/planes.ts';
import { damageMask } from '../../site/engine/ops/restore/damage.ts';
import { DAMAGE, type DamageParameters } from '../../site/engine/ops/restore/damage-parameters.ts';
import type { Plane, Planes } from '../../site/engine/types.ts';
import { countFound, toned, worn } from '../../tests/quality/wear.ts';
import { contextOf, loadNetwork } from './networks.ts';
import type { Picture, Subject } from './report.ts';

/** A picture with synthetic wear, or without, and the network's log-odds of damage. */
export type DamageScene = { readonly seen: Planes; readonly truth: Planes; readonly logits: Plane };

/**
 * Damage detector: F-measure of the pixels with synthetic wear, in colour and toned pictures; undamaged pictures count as
 * well, so that false alarms lower the precision.
 */
export const damageSubject: Subject<DamageParameters> = {
  measure: 'F-measure of damaged pixels, 0..1',
  present: DAMAGE,
  ranges: [
    { path: 'followLogit', min: -2, max: 1 },
    { path: 'seedLogit.monochrome', min: 1, max: 6 },
    { path: 'seedLogit.neutral', min: 1, max: 6 },
    { path: 'seedLogit.tinted', min: 2, max: 8 },
    { path: 'minNeutrality', min: 0.3, max: 0.95 },
    { path: 'minAreaPx', min: 1, max: 12, integer: true },
    { path: 'witnesses.certainLogit', min: 3, max: 7 },
    { path: 'witnesses.maxAttachment', min: 0, max: 0.3 },
    { path: 'witnesses.penaltyLogit', min: 0, max: 12 },
    { path: 'strokeEnds.minCentroidOffsetPx', min: 3, max: 5.8 },
    { path: 'strokeEnds.minLengthPx', min: 8, max: 40, integer: true },
    { path: 'strokeEnds.maxWidthPx', min: 3, max: 15 },
    { path: 'extension.logit.neutral', min: 0, max: 4 },
    { path: 'extension.ridge.gain', min: 1, max: 9 },
    { path: 'extension.ridge.none', min: -5, max: 0 },
    { path: 'extension.minScore', min: 10, max: 80 },
    { path: 'losses.tolerance', min: 0.02, max: 0.1 },
    { path: 'losses.minAreaPx', min: 60, max: 1000, integer: true },
    { path: 'losses.maxLighterFraction', min: 0.01, max: 0.2 },
    { path: 'losses.minSharpFraction', min: 0.7, max: 1 },
    { path: 'losses.minLogit.atBorder', min: -6, max: 2 },
    { path: 'losses.minLogit.inside', min: -4, max: 3 },
  ],
  prepare: async (pictures, seed) => {
    const scenes = await damageScenes(pictures, seed);
    return async (parameters) => fMeasure(scenes, parameters);
  },
};

/** Each picture in colour and toned, with synthetic wear and without. */
export async function damageScenes(pictures: readonly Picture[], seed: number): Promise<readonly DamageScene[]> {
  const { network, release } = await loadNetwork('damage');
  const scenes: DamageScene[] = [];
  for (const [index, { planes }] of pictures.entries())
    for (const truth of [planes, toned(planes)])
      for (const seen of [worn(truth, seed * 1000 + index), truth])
        scenes.push({ seen, truth, logits: await unet.run(pixelsOf(seen), network, contextOf()) });
  await release();
  return scenes;
}

/** F-measure 0..1 of the pixels with synthetic wear, over all scenes. */
export function fMeasure(scenes: readonly DamageScene[], parameters: DamageParameters): number {
  return damageFigures(scenes, parameters).f;
}

/** Figures of a parameter object over all scenes, 0..1: F-measure, and pixels that are marked in undamaged pictures. */
export function damageFigures(scenes: readonly DamageScene[], parameters: DamageParameters) {
  const sums = { hits: 0, damaged: 0, right: 0, selected: 0 };
  const undamaged = { selected: 0, pixels: 0 };
  for (const { seen, truth, logits } of scenes) {
    const counts = countFound(damageMask(logits, seen, { sensitivity: 0.5, parameters }), seen, truth);
    sums.hits += counts.hits;
    sums.damaged += counts.damaged;
    sums.right += counts.right;
    sums.selected += counts.selected;
    if (seen !== truth) continue;
    undamaged.selected += counts.selected;
    undamaged.pixels += logits.data.length;
  }
  const recall = sums.hits / Math.max(1, sums.damaged);
  const precision = sums.right / Math.max(1, sums.selected);
  const f = (2 * recall * precision) / Math.max(1e-9, recall + precision);
  return { f, recall, precision, falseFraction: undamaged.selected / Math.max(1, undamaged.pixels) };
}
