import { complementMask } from '../../engine/ops/mask/change.ts';
import { coverage, drawLine, drawOutline } from '../../engine/ops/mask/draw.ts';
import { changeEdge, type MaskEdgeChange } from '../../engine/ops/mask/edge.ts';
import type { Box, Mask, Size } from '../../engine/types.ts';
import type { Edits, MaskEdit } from '../state/edits.ts';
import type { BrushName } from '../tool.ts';
import { changesMask } from './colours.ts';

/** Computes the masks of edits. Equal edits return the same mask object, which must not be changed. */
export type Rasters = {
  /** Null if the mask is empty. `size`: of the picture. */
  readonly maskOf: (edits: Edits | null, brush: BrushName, size: Size) => Mask | null;
  /** The first change among edits that takes long and was not made yet; null where their mask is soon drawn. */
  readonly openChange: (edits: Edits | null, brush: BrushName, size: Size) => OpenChange | null;
  /** Keeps the computed mask of a change. */
  readonly learn: (change: OpenChange, mask: Mask) => void;
};

/** A change of a mask that is still to be computed. */
export type OpenChange = {
  /** The edits up to and including the change. */
  readonly edits: Edits;
  readonly brush: BrushName;
  readonly mask: Mask;
  readonly change: MaskEdgeChange;
};

/** Pixels whose edges are changed on the main thread: more would block drawing for over about 60 ms. */
const SOON = 1e6;

/** Bytes of masks that are kept, so that a new step need not draw all earlier ones again. */
const KEPT_BYTES = 192e6;

type Kept = { readonly edits: Edits; readonly brush: BrushName; readonly mask: Mask; readonly empty: boolean };

/** Creates masks with a cache of the last ones. */
export function createRasters(): Rasters {
  const kept: Kept[] = [];
  const find = (edits: Edits, brush: BrushName, { width, height }: Size) =>
    kept.find(
      (one) => one.edits === edits && one.brush === brush && one.mask.width === width && one.mask.height === height,
    );
  const keep = (one: Kept): Kept => {
    kept.push(one);
    let bytes = kept.reduce((sum, { mask }) => sum + mask.data.length, 0);
    while (bytes > KEPT_BYTES && kept.length > 1) bytes -= kept.shift()?.mask.data.length ?? 0;
    return one;
  };
  const drawn = (edits: Edits, brush: BrushName, size: Size): Kept => {
    const found = find(edits, brush, size);
    if (found) return found;
    const steps: MaskEdit[] = [];
    let mask: Mask | null = null;
    for (let at: Edits | null = edits; at && !mask; at = at.before) {
      mask = find(at, brush, size)?.mask ?? null;
      if (mask) break;
      steps.push(at.last);
      if (at.last.kind === 'clear') break;
    }
    const start = { ...size, data: mask?.data.slice() ?? new Uint8Array(size.width * size.height) };
    return keep({
      edits,
      brush,
      ...withEmptiness(steps.reduceRight<Mask>((now, edit) => changed(now, edit, brush), start)),
    });
  };
  return {
    maskOf: (all, brush, { width, height }) => {
      const edits = withoutUnchanged(all);
      if (!edits) return null;
      const { mask, empty } = drawn(edits, brush, { width, height });
      return empty ? null : mask;
    },
    openChange: (all, brush, { width, height }) => {
      if (width * height <= SOON) return null;
      let open: Pick<OpenChange, 'edits' | 'change'> | null = null;
      for (let at = withoutUnchanged(all); at && !find(at, brush, { width, height }); at = at.before) {
        if (at.last.kind === 'clear') break;
        if (isOfEdge(at.last)) open = { edits: at, change: at.last };
      }
      if (!open?.edits.before) return null;
      return { ...open, brush, mask: drawn(open.edits.before, brush, { width, height }).mask };
    },
    learn: ({ edits, brush }, mask) => void keep({ edits, brush, ...withEmptiness(mask) }),
  };
}

const withEmptiness = (mask: Mask) => ({ mask, empty: coverage(mask) === 0 });

const isOfEdge = (edit: MaskEdit): edit is MaskEdgeChange =>
  edit.kind === 'grow' || edit.kind === 'shrink' || edit.kind === 'feather';

/** The edits without the last ones that leave the mask as it is. */
function withoutUnchanged(all: Edits | null): Edits | null {
  let edits = all;
  while (edits && !changesMask(edits.last)) edits = edits.before;
  return edits;
}

/** The mask of one brush. An edit of another brush erases what it covers. */
export const maskOf: Rasters['maskOf'] = (edits, brush, size) => createRasters().maskOf(edits, brush, size);

/**
 * What was marked after a result was made. Null where nothing was, and where more changed than that something was added:
 * then all that is marked is to be done again.
 */
export function addedSince(edits: Edits | null, done: Edits | null, { width, height }: Size): Mask | null {
  const steps: MaskEdit[] = [];
  for (let at = edits; at !== done; at = at.before) {
    if (at && !changesMask(at.last)) continue;
    if (!at || !('mode' in at.last) || at.last.mode !== 'add' || at.last.kind === 'loaded') return null;
    steps.push(at.last);
  }
  if (!done || steps.length === 0) return null;
  const mask = { width, height, data: new Uint8Array(width * height) };
  for (const step of steps) changed(mask, step, 'mask');
  return coverage(mask) > 0 ? mask : null;
}

/** Draws into the mask in place, or returns a new one. */
function changed(mask: Mask, edit: MaskEdit, brush: BrushName): Mask {
  switch (edit.kind) {
    case 'stroke':
      drawLine(mask, edit, inkOf(edit, brush));
      return mask;
    case 'lasso':
    case 'rectangle':
      drawOutline(mask, edit.points, inkOf(edit, brush));
      return mask;
    case 'loaded':
      mask.data.fill(0);
      paste(mask, edit, inkOf(edit, brush) > 0);
      return mask;
    case 'found':
    case 'selected':
      paste(mask, edit, inkOf(edit, brush) > 0);
      return mask;
    case 'grow':
    case 'shrink':
    case 'feather':
      return changeEdge(mask, edit);
    case 'invert':
      return complementMask(mask);
    case 'clear':
      mask.data.fill(0);
      return mask;
    case 'colour':
    case 'clear-colours':
    case 'again':
      return mask;
  }
}

const inkOf = (edit: Extract<MaskEdit, { mode: unknown }>, brush: BrushName): number =>
  edit.brush === brush && edit.mode === 'add' ? 255 : 0;

type Piece = { readonly box: Box; readonly data: Uint8Array };

/** The maximum if it adds; the remainder if it erases. */
function paste({ width, height, data }: Mask, { box, data: piece }: Piece, adds: boolean): void {
  const right = Math.min(width, box.x + box.width);
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, box.x); x < right; x++) {
      const value = piece[(y - box.y) * box.width + x - box.x]!;
      const at = y * width + x;
      data[at] = adds ? Math.max(data[at]!, value) : Math.min(data[at]!, 255 - value);
    }
  }
}
