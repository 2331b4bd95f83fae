import type { Mask } from '../../types.ts';
import { growMask, shrinkMask } from './change.ts';
import { featherMask } from './feather.ts';

/** A change of a mask's whole edge; `by` in pixels. */
export type MaskEdgeChange = { readonly kind: 'grow' | 'shrink' | 'feather'; readonly by: number };

/** Grows, shrinks or feathers a mask. */
export function changeEdge(mask: Mask, { kind, by }: MaskEdgeChange): Mask {
  switch (kind) {
    case 'grow':
      return growMask(mask, by);
    case 'shrink':
      return shrinkMask(mask, by);
    case 'feather':
      return featherMask(mask, by);
  }
}
