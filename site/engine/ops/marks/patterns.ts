import type { Box, Pixels, Plane } from '../../types.ts';
import { threshold } from '../matte/components.ts';
import { fitOverlay } from './overlay.ts';
import { boxesOf, cutPlane, planesIn } from './patches.ts';

/** From where on a network saw a stroke, and up to where it saw none. */
const STROKE = 0.5;
const NONE = 0.2;

/** Borders tell something with that trust, and a mark of less opacity than this is faint. */
const TELLS = 0.05;
const FAINT = 0.2;

/** A faint mark accounts for that much of the contrast of its strokes. */
const EXPLAINS = 0.75;

/**
 * What a network saw as drawn over the picture (0..1), without the fields of text (`text` of at least `level`) in which it
 * saw a pattern of the picture, such as the weave of a coat: where all that the borders of the strokes tell is a faint
 * mark, but the strokes differ by far more from what is beside them than that would make them. Borders of opaque letters
 * tell nothing at all.
 */
export function withoutPatterns(picture: Pixels, drawn: Plane, { text, level }: Text): Plane {
  const data = drawn.data.slice();
  for (const box of boxesOf(threshold(text, level))) {
    if (!isPattern(picture, drawn, box)) continue;
    for (let y = box.y; y < box.y + box.height; y++)
      data.fill(0, y * drawn.width + box.x, y * drawn.width + box.x + box.width);
  }
  return { ...drawn, data };
}

type Text = { readonly text: Plane; readonly level: number };

function isPattern(picture: Pixels, drawn: Plane, box: Box): boolean {
  const planes = planesIn(picture, box);
  const told = cutPlane(drawn, box);
  const labels = Uint8Array.from(told, (value) => (value > STROKE ? 1 : 0));
  const { width, height } = box;
  const found = fitOverlay({ width, height, planes, mask: labels.map(() => 1) }, labels, null);
  if (!found || found.trust < TELLS || found.opacity > FAINT) return false;
  const [strokes, ground] = [(value: number) => value > STROKE, (value: number) => value < NONE].map((isOf) =>
    planes.map((plane) => mean(plane.filter((_, i) => isOf(told[i]!)))),
  ) as [number[], number[]];
  const seen = Math.hypot(...strokes.map((value, k) => value - ground[k]!));
  const explained = Math.hypot(...ground.map((value, k) => found.opacity * (found.colour[k]! - value)));
  return explained < EXPLAINS * seen;
}

const mean = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
