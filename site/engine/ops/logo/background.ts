import type { Pixels } from '../../types.ts';
import { type Oklab, oklabDistance, type Rgb, toOklab } from '../color/oklab.ts';

/** A colour of the border, and the fraction of the border that has it. */
export type BorderColour = { readonly colour: Rgb; readonly fraction: number };

/** Distance in OKLab below which two colours belong to the same background. */
const MAX_COLOUR_DISTANCE = 0.06;

/** A colour that covers less of the border belongs to a logo that touches it. */
const MIN_BORDER_FRACTION = 0.12;

/**
 * Finds the background colours of a logo, most frequent first, by clustering the outermost two pixels in OKLab. Returns
 * none if the border is transparent or busy.
 */
export function findBorderColours(picture: Pixels): readonly BorderColour[] {
  const found = new Map<number, { readonly colour: Rgb; readonly lab: Oklab; count: number }>();
  let total = 0;
  for (const at of borderOffsets(picture)) {
    total++;
    if (picture.data[at + 3]! < 128) continue;
    const bytes = [picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!] as const;
    const key = (bytes[0] << 16) | (bytes[1] << 8) | bytes[2];
    const entry = found.get(key);
    if (entry) entry.count++;
    else {
      const colour: Rgb = [bytes[0] / 255, bytes[1] / 255, bytes[2] / 255];
      found.set(key, { colour, lab: toOklab(colour), count: 1 });
    }
  }
  let rest = [...found.values()].sort((a, b) => b.count - a.count);
  const colours: BorderColour[] = [];
  while (rest.length > 0) {
    const centre = rest[0]!.lab;
    const near = rest.filter(({ lab }) => oklabDistance(lab, centre) < MAX_COLOUR_DISTANCE);
    rest = rest.filter(({ lab }) => oklabDistance(lab, centre) >= MAX_COLOUR_DISTANCE);
    const count = near.reduce((sum, entry) => sum + entry.count, 0);
    if (count / total < MIN_BORDER_FRACTION) continue;
    const mean = (channel: 0 | 1 | 2) =>
      near.reduce((sum, entry) => sum + entry.colour[channel] * entry.count, 0) / count;
    colours.push({ colour: [mean(0), mean(1), mean(2)], fraction: count / total });
  }
  return colours.sort((a, b) => b.fraction - a.fraction);
}

function* borderOffsets({ width, height }: Pixels): Generator<number> {
  for (let y = 0; y < height; y++) {
    const inside = y >= 2 && y < height - 2;
    for (let x = 0; x < width; x += inside && x === 1 && width > 4 ? width - 3 : 1) yield (y * width + x) * 4;
  }
}
