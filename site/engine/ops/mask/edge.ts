import type { Mask } from '../../types.ts';
import { grown, shrunk } from './change.ts';
import { feathered } from './feather.ts';

/** A change of the whole edge of a mask; `by` in pixels. */
export type EdgeChange = { readonly kind: 'grow' | 'shrink' | 'feather'; readonly by: number };

export function withEdge(mask: Mask, { kind, by }: EdgeChange): Mask {
  switch (kind) {
    case 'grow':
      return grown(mask, by);
    case 'shrink':
      return shrunk(mask, by);
    case 'feather':
      return feathered(mask, by);
  }
}
