import type { Pixels } from '../../types.ts';

/** Index of the RGB histogram cell of a pixel, with `side` values per channel: 0 to (256 / `side`) ** 3 - 1. */
export function colourCell({ data }: Pixels, i: number, side: number): number {
  const at = 4 * i;
  const cells = 256 / side;
  const red = Math.floor(data[at]! / side);
  const green = Math.floor(data[at + 1]! / side);
  return (red * cells + green) * cells + Math.floor(data[at + 2]! / side);
}
