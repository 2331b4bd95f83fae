import type { Facts, OpContext, OpTable, Pixels } from '../../types.ts';
import { drain } from '../progress.ts';
import { type TraceOptions, traceSvg } from '../trace/svg.ts';

export const traceOps = {
  /** Fact `svg`: an SVG document with one shape per colour; transparent areas stay transparent. */
  'trace.svg': async (
    { picture }: { readonly picture: Pixels },
    params: TraceOptions,
    context: OpContext,
  ): Promise<Facts> => ({ facts: { svg: await drain(traceSvg(picture, params), context) } }),
} as const satisfies OpTable;
