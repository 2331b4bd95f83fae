import type { Mask, OpContext, OpTable, Pixels } from '../../types.ts';
import { type FillOptions, fill } from '../fill/fill.ts';

export const fillOps = {
  /** Fills the masked pixels without a network; all other pixels stay exact. */
  'fill.holes': (
    { picture, mask }: { readonly picture: Pixels; readonly mask: Mask },
    params: FillOptions,
    context: OpContext,
  ): Promise<Pixels> => fill({ picture, mask }, params, { network: null, context }),
} as const satisfies OpTable;
