import type { Mask, OpContext, OpTable, Pixels } from '../../types.ts';
import { type FillOptions, fill } from '../fill/fill.ts';

export const fillOps = {
  /** The picture with what the mask chooses filled without a network; every other pixel stays bit by bit. */
  'fill.holes': (
    { picture, mask }: { readonly picture: Pixels; readonly mask: Mask },
    params: FillOptions,
    context: OpContext,
  ): Promise<Pixels> => fill({ picture, mask }, params, { network: null, context }),
} as const satisfies OpTable;
