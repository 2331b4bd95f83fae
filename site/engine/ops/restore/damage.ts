import type { Mask, Plane, Planes } from '../../types.ts';
import { localMost, localRange } from '../filter/range.ts';
import { partsOf, threshold } from '../matte/components.ts';
import { lumaPlane } from '../planes.ts';
import { followed } from './follow.ts';
import { evennessOf } from './paint.ts';
import { isOneTone } from './shades.ts';

/** Longer side at which damage is looked for in larger scans: a scratch is one to six pixels wide there. */
export const DAMAGE_SEEN = 1400;

/**
 * Logits of damage somewhere in each part, and at each of its pixels; `sensitivity` moves one by `RANGE`, half the other.
 * In a photograph in colours a part that is mixed with white or black alike in all channels (`even`) needs less, one
 * that has a colour of its own more: skin, leaves and straws have, paper and dust do not.
 */
const SURE = { oneTone: 3.05, even: 2.4, tinted: 5.4 } as const;
const EVEN = 0.65;
const FOLLOW = -0.45;
const RANGE = 5;

/**
 * A photograph in colours with a smaller share of `sure` pixels is taken for whole, the more so the smaller it is: what
 * is doubtful there, raised fingers before the sky or seams of a car, has to be so much surer. A print in one tone is
 * old enough to be worn in a few places only.
 */
const WHOLE = { sure: 5, share: 1e-4, stricter: 3 } as const;

/** Fewest pixels of a part. */
const AREA = 3;

/**
 * A part is broad where so much of it is further than `RIM` pixels from its border, and needs this logit there in the
 * mean: spots and torn corners have it, arms and window frames do not. Of one that does not, what is thin remains,
 * and what is nearly sure by itself.
 */
const BROAD = { share: 0.1, mean: 3.6, pixel: 4.1 } as const;
const RIM = 2;

/**
 * The mask of what is likely damage (`likely`: logits) in a picture of the same size, RGB in 0..1: sure places with what
 * touches them (hysteresis, Canny 1986), strokes continued from their ends, and all a pixel wider, so that soft edges
 * are filled as well. `sensitivity` 0..1.
 */
export function damageMask(likely: Plane, picture: Planes, sensitivity: number): Mask {
  const oneTone = isOneTone(picture);
  const stricter = RANGE * (0.5 - sensitivity) + (oneTone ? 0 : WHOLE.stricter * wholeness(likely));
  const follow = threshold(likely, FOLLOW + stricter / 2);
  const inner = localRange({ ...likely, data: Float32Array.from(follow.data) }, RIM).least;
  const broad = localMost(inner, RIM + 1).data;
  const parts = partsOf(follow);
  const asked = oneTone
    ? parts.areas.map(() => SURE.oneTone)
    : evennessOf(parts, picture).map((even) => (even < EVEN ? SURE.tinted : SURE.even));
  const seen = parts.areas.map((area) => ({ area, sum: 0, core: 0, most: Number.NEGATIVE_INFINITY }));
  for (const [i, label] of parts.labels.entries()) {
    if (label === 0) continue;
    const part = seen[label]!;
    if (inner.data[i]! > 0) {
      part.core++;
      part.sum += likely.data[i]!;
    }
    part.most = Math.max(part.most, likely.data[i]!);
  }
  const good = seen.map(({ area, most }, label) => area >= AREA && most >= asked[label]! + stricter);
  const vague = seen.map(({ area, sum, core }) => core >= BROAD.share * area && sum < (BROAD.mean + stricter) * core);
  const isLeft = (i: number) => broad[i] === 0 || likely.data[i]! >= BROAD.pixel + stricter;
  const chosen = Uint8Array.from(parts.labels, (label, i) => (good[label] && (!vague[label] || isLeft(i)) ? 255 : 0));
  const luma = lumaPlane(picture);
  const whole = followed({ ...likely, data: chosen }, { likely, luma }, stricter / 2);
  const grown = localMost({ ...likely, data: Float32Array.from(whole.data) }, 1);
  return { ...grown, data: Uint8Array.from(grown.data) };
}

/** How much too few sure pixels there are for a worn picture, 0..1. */
function wholeness({ data }: Plane): number {
  let sure = 0;
  for (const value of data) if (value > WHOLE.sure) sure++;
  return Math.max(0, 1 - sure / (WHOLE.share * data.length));
}
