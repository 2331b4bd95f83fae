import type { Mask, Plane, Planes } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { mapTo } from '../map-to.ts';
import { labelComponents, threshold } from '../matte/components.ts';
import { lumaPlane } from '../planes.ts';
import { DAMAGE, type DamageParameters } from './damage-parameters.ts';
import { extendStrokes } from './extend-strokes.ts';
import { findLosses } from './losses.ts';
import { huesOf } from './monochrome.ts';
import { neutralityOf } from './neutrality.ts';
import { countWitnesses, type Evidence } from './witnesses.ts';

/** Longer side to which larger scans are reduced before damage is detected: scratches are 1 to 6 pixels wide there. */
export const DAMAGE_SIDE_PX = 1400;

export type DamageOptions = {
  /** 0..1: 0 marks only what is certain, 1 marks whatever may be damage. */
  readonly sensitivity: number;
  readonly parameters?: DamageParameters;
};

/**
 * Returns the mask of damaged pixels. `logits` holds the network's log-odds of damage and has the size of `picture` (RGB
 * in 0..1). Components are found by hysteresis thresholding (Canny 1986), strokes are extended from their ends, and the mask
 * is dilated by one pixel to cover soft edges. None are marked where most of the picture would be damage. Losses too large
 * for the network are added (`losses.ts`).
 */
export function damageMask(logits: Plane, picture: Planes, { sensitivity, parameters = DAMAGE }: DamageOptions): Mask {
  const hues = huesOf(picture);
  const luma = lumaPlane(picture);
  const requested = parameters.sensitivityRangeLogit * (0.5 - sensitivity);
  const candidates = labelComponents(threshold(logits, parameters.followLogit + requested / 2));
  const certainty = Math.max(parameters.witnesses.certainty[hues], 2 * sensitivity - 1);
  const doubt = (1 - certainty) * doubtOf({ components: candidates, logits, luma }, parameters);
  const penalty = requested + doubt;
  const components = doubt > 0 ? labelComponents(threshold(logits, parameters.followLogit + penalty / 2)) : candidates;
  const { seedLogit } = parameters;
  const seedLogits =
    hues === 'colour'
      ? neutralityOf(components, picture).map((neutrality) =>
          neutrality < parameters.minNeutrality ? seedLogit.tinted : seedLogit.neutral,
        )
      : components.areas.map(() => seedLogit.monochrome);
  const hasSeed = components.areas.map(() => false);
  for (const [i, label] of components.labels.entries())
    if (logits.data[i]! >= seedLogits[label]! + penalty && components.areas[label]! >= parameters.minAreaPx)
      hasSeed[label] = true;
  const selected = mapTo(Uint8Array, components.labels, (label) => (label > 0 && hasSeed[label] ? 255 : 0));
  const damagedPixels = components.areas.reduce(
    (sum, area, label) => sum + (label > 0 && hasSeed[label] ? area : 0),
    0,
  );
  const lost = findLosses(picture, logits, { penalty: requested, losses: parameters.losses });
  if (damagedPixels > parameters.maxFraction * selected.length) return lost;
  const evidence = { logits, luma };
  const extended = extendStrokes({ ...logits, data: selected }, evidence, { penalty: penalty / 2, parameters });
  const dilated = localMax({ ...logits, data: Float32Array.from(extended.data) }, 1);
  return { ...dilated, data: mapTo(Uint8Array, dilated.data, (value, i) => Math.max(value, lost.data[i]!)) };
}

/** Rise of the thresholds in a picture with little evidence of damage, as a logit of 0 or more. */
function doubtOf(evidence: Evidence, parameters: DamageParameters): number {
  const { certainLogit, enough, enoughCertain, penaltyLogit } = parameters.witnesses;
  const { data } = evidence.logits;
  let certain = 0;
  for (const logit of data) if (logit > certainLogit) certain++;
  const found = countWitnesses(evidence, parameters) / enough + certain / (enoughCertain * data.length);
  return penaltyLogit * Math.max(0, 1 - found);
}
