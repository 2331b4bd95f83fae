import { Cabac } from './cabac.ts';
import { CoefficientReader } from './coefficients.ts';
import { CONTEXTS, startContexts } from './contexts.ts';
import type { Decoding } from './decoding.ts';
import type { Frame } from './frame.ts';
import { readOffsets } from './offsets.ts';
import type { Segment } from './slice.ts';
import { decodeQuadtree } from './tree.ts';

/** The order of the tree blocks of a frame in the stream: by tiles, and by rows within each. */
export type TileOrder = {
  /** Raster indices of the tree blocks. */
  readonly trees: Uint32Array;
  /** Position in the stream by raster index. */
  readonly positions: Uint32Array;
  /** 1 where a row of a tile begins, by position. */
  readonly startsRow: Uint8Array;
};

/** Orders the tree blocks of a frame, and writes the tile of each. */
export function orderTrees(frame: Frame): TileOrder {
  const { treesAcross, treesDown, tiles, parameters } = frame;
  const { columns = [treesAcross], rows = [treesDown] } = parameters.tiles ?? {};
  const trees = new Uint32Array(tiles.length);
  const positions = new Uint32Array(tiles.length);
  const startsRow = new Uint8Array(tiles.length);
  let at = 0;
  let tile = 0;
  let top = 0;
  for (const height of rows) {
    let left = 0;
    for (const width of columns) {
      for (let y = top; y < top + height; y++)
        for (let x = left; x < left + width; x++) {
          const tree = y * treesAcross + x;
          trees[at] = tree;
          positions[tree] = at;
          startsRow[at] = x === left ? 1 : 0;
          tiles[tree] = tile;
          at += 1;
        }
      tile += 1;
      left += width;
    }
    top += height;
  }
  return { trees, positions, startsRow };
}

/** What one segment passes on to the next. */
export type Carried = {
  readonly reader: CoefficientReader;
  /** Contexts and quantiser at the end of the last segment; null at first. */
  end: { readonly contexts: Uint8Array; readonly quantiser: number } | null;
  /** Contexts after the second tree block of each row of a tile, by its first tree block. */
  readonly rows: Map<number, Uint8Array>;
  /** Number of tree blocks that are decoded. */
  count: number;
};

export const nothingCarried = (): Carried => ({
  reader: new CoefficientReader(),
  end: null,
  rows: new Map(),
  count: 0,
});

type Work = {
  readonly frame: Frame;
  readonly order: TileOrder;
  readonly carried: Carried;
  readonly pause: () => Promise<void>;
};

/** Decodes a segment of a slice (H.265, 7.3.8.1). False if it is damaged. */
export async function decodeSegment(segment: Segment, { frame, order, carried, pause }: Work): Promise<boolean> {
  const { slice } = segment;
  const cabac = new Cabac(segment.data, CONTEXTS);
  const { treesAcross, tiles, parameters } = frame;
  const { treeBlock } = frame.sequence;
  const state: Decoding = {
    frame,
    cabac,
    slice,
    reader: carried.reader,
    tree: segment.address,
    quantiser: slice.quantiser,
    lastQuantiser: slice.quantiser,
    predicted: slice.quantiser,
    isQuantiserRead: false,
    isLossless: false,
  };
  startContexts(cabac.contexts, slice.quantiser);
  if (segment.isDependent && carried.end) {
    cabac.contexts.set(carried.end.contexts);
    state.lastQuantiser = carried.end.quantiser;
  }
  const first = order.positions[segment.address]!;
  for (let at = first; at < order.trees.length; at++) {
    const tree = order.trees[at]!;
    state.tree = tree;
    frame.slices[tree] = slice;
    const startsTile = at > 0 && tiles[tree] !== tiles[order.trees[at - 1]!];
    const startsRow = parameters.hasWavefront && order.startsRow[at] === 1;
    if (startsTile || startsRow) startTrees(state, carried, startsRow && !startsTile);
    const x = (tree % treesAcross) << treeBlock;
    const y = Math.floor(tree / treesAcross) << treeBlock;
    if (slice.hasLumaSao || slice.hasChromaSao) readOffsets(state);
    decodeQuadtree(state, { x, y, side: 1 << treeBlock, log2: treeBlock }, 0);
    carried.count += 1;
    if (cabac.isExhausted()) return false;
    const isSecond = at > 0 && order.startsRow[at - 1] === 1 && order.startsRow[at] === 0;
    if (parameters.hasWavefront && isSecond) carried.rows.set(order.trees[at - 1]!, cabac.contexts.slice());
    const isEnd = cabac.terminate();
    if (isEnd) {
      carried.end = { contexts: cabac.contexts.slice(), quantiser: state.lastQuantiser };
      return true;
    }
    const next = order.trees[at + 1];
    if (next === undefined) return false;
    const endsSubstream = tiles[next] !== tiles[tree] || (parameters.hasWavefront && order.startsRow[at + 1] === 1);
    if (endsSubstream) {
      if (!cabac.terminate()) return false;
      cabac.start();
    }
    if (order.startsRow[at + 1] === 1) await pause();
  }
  return false;
}

/** Starts the contexts of a tile, or of a row by those of the row above it (H.265, 9.3.1). */
function startTrees(state: Decoding, carried: Carried, isRow: boolean): void {
  const { frame, cabac, slice, tree } = state;
  state.lastQuantiser = slice.quantiser;
  const above = tree - frame.treesAcross;
  const contexts = carried.rows.get(above);
  const isKnown = isRow && above >= 0 && contexts && frame.isConnected(tree, above + 1);
  if (isKnown) cabac.contexts.set(contexts);
  else startContexts(cabac.contexts, slice.quantiser);
}
