import type { Mask, Plane, Planes } from '../../types.ts';
import { localMax, localRange } from '../filter/range.ts';
import { labelComponents, threshold } from '../matte/components.ts';
import { lumaPlane } from '../planes.ts';
import { DAMAGE, type DamageParameters } from './damage-parameters.ts';
import { extendStrokes } from './extend-strokes.ts';
import { isMonochrome } from './monochrome.ts';
import { neutralityOf } from './neutrality.ts';

/** Longer side to which larger scans are reduced before damage is detected: scratches are 1 to 6 pixels wide there. */
export const DAMAGE_SIDE_PX = 1400;

export type DamageOptions = {
  /** 0..1: 0 marks only what is certain, 1 marks whatever may be damage. */
  readonly sensitivity: number;
  readonly parameters?: DamageParameters;
};

/**
 * Returns the mask of damaged pixels. `logits` holds the network's log-odds of damage and has the size of `picture` (RGB
 * in 0..1). Components are found by hysteresis thresholding (Canny 1986), strokes are extended
 * from their ends, and the mask is dilated by one pixel to cover soft edges.
 */
export function damageMask(logits: Plane, picture: Planes, { sensitivity, parameters = DAMAGE }: DamageOptions): Mask {
  const { broad, minAreaPx } = parameters;
  const monochrome = isMonochrome(picture);
  const penalty =
    parameters.sensitivityRangeLogit * (0.5 - sensitivity) + (monochrome ? 0 : undamagedPenalty(logits, parameters));
  const candidates = threshold(logits, parameters.followLogit + penalty / 2);
  const core = localRange({ ...logits, data: Float32Array.from(candidates.data) }, broad.rimPx).min;
  const nearCore = localMax(core, broad.rimPx + 1).data;
  const components = labelComponents(candidates);
  const seedLogits = monochrome
    ? components.areas.map(() => parameters.seedLogit.monochrome)
    : neutralityOf(components, picture).map((neutrality) =>
        neutrality < parameters.minNeutrality ? parameters.seedLogit.tinted : parameters.seedLogit.neutral,
      );
  const stats = components.areas.map((area) => ({ area, coreSum: 0, coreArea: 0, max: Number.NEGATIVE_INFINITY }));
  for (const [i, label] of components.labels.entries()) {
    if (label === 0) continue;
    const stat = stats[label]!;
    if (core.data[i]! > 0) {
      stat.coreArea++;
      stat.coreSum += logits.data[i]!;
    }
    stat.max = Math.max(stat.max, logits.data[i]!);
  }
  const hasSeed = stats.map(({ area, max }, label) => area >= minAreaPx && max >= seedLogits[label]! + penalty);
  const isVague = stats.map(
    ({ area, coreSum, coreArea }) =>
      coreArea >= broad.minCoreFraction * area && coreSum < (broad.meanLogit + penalty) * coreArea,
  );
  const survivesVague = (i: number) => nearCore[i] === 0 || logits.data[i]! >= broad.pixelLogit + penalty;
  const selected = Uint8Array.from(components.labels, (label, i) =>
    hasSeed[label] && (!isVague[label] || survivesVague(i)) ? 255 : 0,
  );
  const evidence = { logits, luma: lumaPlane(picture) };
  const extended = extendStrokes({ ...logits, data: selected }, evidence, { penalty: penalty / 2, parameters });
  const dilated = localMax({ ...logits, data: Float32Array.from(extended.data) }, 1);
  return { ...dilated, data: Uint8Array.from(dilated.data) };
}

/** Rise of the thresholds in a colour picture with few certain pixels, as a logit of 0 or more. */
function undamagedPenalty({ data }: Plane, { undamaged }: DamageParameters): number {
  let certain = 0;
  for (const logit of data) if (logit > undamaged.certainLogit) certain++;
  return undamaged.penaltyLogit * Math.max(0, 1 - certain / (undamaged.maxCertainFraction * data.length));
}
