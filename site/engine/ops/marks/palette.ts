import type { Mix, Patch } from './overlay.ts';

/** Steps of a channel; colours one step apart count as half the same. */
const STEPS = 64;

/** Colours seen that seldom, as a share and in pixels, say little. */
const SELDOM = { share: 0.0003, least: 4 } as const;

/** What being seen e times as often is worth, and the most of it. */
const WORTH = 0.4;
const MOST = 2;

/**
 * The logarithm of how much oftener a colour is by chance, below the palest mark: whole petals are a little rarer. None
 * from half opacity on.
 */
const CHANCE = 2.35;

/**
 * What it costs more to be in a known mark than out of it by each pixel's colour alone: how often that is seen beside the
 * mask, where no mark is, against how often the colour is that would be below. On a page of black letters grey ones are
 * below a white mark, however much paler that makes the page. Borders of a pale mark say little against a whole face of
 * which that is true, so that the paler a mark, the less what may be chance counts. 0 where the mask leaves nothing
 * beside it.
 */
export function paletteCosts({ mask, planes }: Patch, { colour, opacity }: Mix): Float32Array {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const seen = paletteBeside({ mask, planes });
  const count = mask.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0);
  const seldom = SELDOM.share * count + SELDOM.least;
  const [r, g, b] = colour.map((value) => opacity * value) as [number, number, number];
  const slope = 1 - opacity;
  const chance = CHANCE * Math.max(0, 1 - 2 * opacity);
  return Float32Array.from(mask, (value, i) => {
    if (value === 0) return 0;
    const out = seen[keyOf(red[i]!, green[i]!, blue[i]!)]! + seldom;
    const below = seen[keyOf((red[i]! - r) / slope, (green[i]! - g) / slope, (blue[i]! - b) / slope)]! + seldom;
    const times = Math.log(out / below);
    const beyond = Math.sign(times) * Math.max(0, Math.abs(times) - chance);
    return Math.min(MOST, Math.max(-MOST, WORTH * beyond));
  });
}

/** How often each colour is seen outside of the mask, blurred by a step. */
function paletteBeside({ mask, planes }: Pick<Patch, 'mask' | 'planes'>): Float32Array {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  let seen = new Float32Array(STEPS ** 3);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 0) continue;
    const key = keyOf(red[i]!, green[i]!, blue[i]!);
    seen[key] = seen[key]! + 1;
  }
  for (const step of [1, STEPS, STEPS ** 2]) {
    const blurred = seen.slice();
    for (let key = step; key < seen.length - step; key++) {
      if (seen[key] === 0) continue;
      blurred[key - step] = blurred[key - step]! + seen[key]! / 2;
      blurred[key + step] = blurred[key + step]! + seen[key]! / 2;
    }
    seen = blurred;
  }
  return seen;
}

const stepOf = (value: number): number => Math.min(STEPS - 1, Math.max(0, Math.floor(STEPS * value)));
const keyOf = (red: number, green: number, blue: number): number =>
  (stepOf(red) * STEPS + stepOf(green)) * STEPS + stepOf(blue);
