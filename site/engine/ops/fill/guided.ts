import type { Mask, Pixels } from '../../types.ts';
import { strangeness } from './patches/strangeness.ts';
import { type Synthesis, synthesise } from './patches/synthesise.ts';
import { boundsIn, cropMask, cropPixels } from './regions.ts';
import { matchColours, paste, rimContrast, widened } from './seam.ts';

/** A network as the filling uses it: the crop with its hole (above 0) filled. */
export type NetworkFill = (crop: Pixels, hole: Mask) => Promise<Pixels>;

/** Pixels around the seam that a network fills as well, so that its colours can be compared with the picture's. */
const RING = 6;

/** Longer side at which networks see a crop. */
const SEEN = 512;

/**
 * Where a network's filling stands out against its rim by more than `rim`, and its patches are stranger than those of
 * patches alone by more than `times` and by more than `apart` (of 255), it was made up of nothing. Where it is merely
 * richer than a copy of the flattest ground it is not. Chosen over holes in known photographs and removals by eye.
 */
const MADE_UP = { rim: 1.1, times: 1.8, apart: 8 } as const;

type Hole = { readonly crop: Pixels; readonly hole: Mask };

/** What the network makes of the hole; with `matchColour` in the colours of its surroundings. */
export async function guessed({ crop, hole }: Hole, matchColour: boolean, network: NetworkFill): Promise<Pixels> {
  if (!matchColour) return network(crop, hole);
  const wide = widened(hole, RING);
  const filled = await network(crop, wide);
  const box = boundsIn(wide, { x: 0, y: 0, width: wide.width, height: wide.height });
  if (!box) return filled;
  // Of the ring only what is nearest: at its rim networks mix their colours with those around.
  const whole = { ...hole, data: hole.data.map((value) => (value > 0 ? 255 : 0)) };
  const [seam, ring] = [cropMask(whole, box), cropMask(widened(hole, RING / 2), box)];
  const matched = matchColours(cropPixels(filled, box), { picture: cropPixels(crop, box), seam, hole: ring });
  const out = { ...filled, data: filled.data.slice() };
  paste(out, matched, { seam, box });
  return out;
}

/**
 * The hole laid with patches of the picture that follow a network's filling in what goes where; or patches alone, where
 * that filling does not belong there. Null where there is nothing that patches could be taken from. The two are never
 * mixed: each is sound by itself.
 */
export function* guided({ crop, hole }: Hole, guess: Pixels): Generator<number, Synthesis | null> {
  if (rimContrast(guess, hole) > MADE_UP.rim) {
    const alone = yield* synthesise(crop, hole, null);
    if (alone === null) return null;
    const [made, own] = [strangeness(guess, hole), strangeness(alone, hole)];
    if (made > MADE_UP.times * own && made > MADE_UP.apart + own) return alone;
  }
  const levels = 2 + Math.max(0, Math.round(Math.log2(Math.max(crop.width, crop.height) / SEEN)));
  return yield* synthesise(crop, hole, { picture: guess, levels });
}
