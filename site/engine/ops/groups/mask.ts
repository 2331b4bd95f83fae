import { stop } from '../../errors.ts';
import type { Mask, OpTable, Pixels, Plane, Size } from '../../types.ts';
import { findShadow } from '../fill/shadow.ts';
import { distanceTo } from '../filter/distance.ts';
import { mapTo } from '../map-to.ts';
import { growMask } from '../mask/change.ts';
import { changeEdge, type MaskEdgeChange } from '../mask/edge.ts';
import { pictureToMask, removeIslands, resizeMask } from '../mask/read.ts';
import { addRemains } from '../mask/remains.ts';

export const maskOps = {
  /** Reads a picture as a mask of a given size; white is selected. */
  'mask.read': ({ picture }: { readonly picture: Pixels }, size: Size): Mask => pictureToMask(picture, size),

  /** Resizes a mask; the result is 0 or 255. */
  'mask.resize': ({ mask }: { readonly mask: Mask }, size: Size): Mask => resizeMask(mask, size),

  /** Grows, shrinks or feathers a mask. */
  'mask.edge': ({ mask }: { readonly mask: Mask }, change: MaskEdgeChange): Mask => changeEdge(mask, change),

  /** Removes components smaller than a fraction of the largest one. */
  'mask.islands': ({ mask }: { readonly mask: Mask }, { fraction }: { readonly fraction: number }): Mask =>
    removeIslands(mask, fraction),

  /** Selects nothing if most of a selection is clear in the picture, which may be smaller: there is no object. */
  'mask.visible': ({ picture, mask }: { readonly picture: Pixels; readonly mask: Mask }): Mask =>
    isMostlyClear(picture, resizeMask(mask, picture)) ? { ...mask, data: new Uint8Array(mask.data.length) } : mask,

  /** Extends a selection by remains of the same object and by its shadow; the picture may be smaller than the mask. */
  'mask.remains': ({ picture, mask }: { readonly picture: Pixels; readonly mask: Mask }): Mask => {
    const small = addRemains(picture, resizeMask(mask, picture));
    const shadow = findShadow(picture, small).data;
    const whole = resizeMask({ ...small, data: small.data.map((value, i) => Math.max(value, shadow[i]!)) }, mask);
    return { ...mask, data: mask.data.map((value, i) => Math.max(value, whole.data[i]!)) };
  },

  /** Grows a mask by a fraction of its longer side. */
  'mask.widen': ({ mask }: { readonly mask: Mask }, { fraction }: { readonly fraction: number }): Mask =>
    growMask(mask, fraction * Math.max(mask.width, mask.height)),

  /** Selects the pixels of a plane (0..1) that reach `level`, grown by a fraction of the longer side. Stops if there are none. */
  'mask.area': (
    { plane }: { readonly plane: Plane },
    { level, widen }: { readonly level: number; readonly widen: number },
  ): Mask => {
    const near = distanceTo(plane, (i) => plane.data[i]! >= level).data;
    const by = widen * Math.max(plane.width, plane.height);
    return orStop({ ...plane, data: mapTo(Uint8Array, near, (distance) => (distance <= by ? 255 : 0)) });
  },

  /** Selects the shadow beside the masked object. Stops if there is none. */
  'mask.shadow': ({ picture, mask }: { readonly picture: Pixels; readonly mask: Mask }): Mask =>
    orStop(findShadow(picture, mask)),
} as const satisfies OpTable;

/** Whether more than half of the selected pixels are fully transparent. */
function isMostlyClear(picture: Pixels, { data }: Mask): boolean {
  let [selected, clear] = [0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    selected++;
    if (picture.data[4 * i + 3] === 0) clear++;
  }
  return 2 * clear > selected;
}

const orStop = (mask: Mask): Mask => (mask.data.includes(255) ? mask : stop({ code: 'job.nothingFound' }));
