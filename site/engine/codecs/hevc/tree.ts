import type { Cabac } from './cabac.ts';
import { CONTEXT } from './contexts.ts';
import { type CodingBlock, type Decoding, unitAt } from './decoding.ts';
import { type Frame, LEFT_EDGE, type Square, UNIT_LOG2, UPPER_EDGE } from './frame.ts';
import { chromaModeOf, readModes } from './modes.ts';
import { MEAN } from './predict.ts';
import { reconstruct } from './units.ts';

/** Decodes a quadtree of coding blocks (H.265, 7.3.8.4). */
export function decodeQuadtree(state: Decoding, square: Square & { readonly log2: number }, depth: number): void {
  const { frame } = state;
  const { width, height, minBlock, treeBlock } = frame.sequence;
  const { x, y, side, log2 } = square;
  const isWhole = x + side <= width && y + side <= height;
  const isSplit = isWhole && log2 > minBlock ? readSplit(state, square, depth) : log2 > minBlock;
  const { quantiserDepth } = frame.parameters;
  if (quantiserDepth !== null && log2 >= treeBlock - quantiserDepth) startQuantiserGroup(state, square);
  if (!isSplit) {
    decodeBlock(state, square, depth);
    return;
  }
  const half = side >> 1;
  for (let i = 0; i < 4; i++) {
    const quarter = { x: x + (i & 1) * half, y: y + (i >> 1) * half, side: half, log2: log2 - 1 };
    if (quarter.x < width && quarter.y < height) decodeQuadtree(state, quarter, depth + 1);
  }
}

function readSplit({ frame, cabac, tree }: Decoding, { x, y }: Square, depth: number): boolean {
  const isDeeper = (x: number, y: number): number =>
    frame.isAvailable(tree, x, y) && frame.depths[unitAt(frame, x, y)]! > depth ? 1 : 0;
  return cabac.bit(CONTEXT.split + isDeeper(x - 1, y) + isDeeper(x, y - 1)) === 1;
}

/** Predicts the quantiser of a group from those at the left and above in the same tree block (H.265, 8.6.1). */
function startQuantiserGroup(state: Decoding, { x, y }: Square): void {
  const { frame, lastQuantiser: last } = state;
  const mask = (1 << frame.sequence.treeBlock) - 1;
  const left = (x & mask) > 0 ? frame.quantisers[unitAt(frame, x - 1, y)]! : last;
  const above = (y & mask) > 0 ? frame.quantisers[unitAt(frame, x, y - 1)]! : last;
  state.predicted = (left + above + 1) >> 1;
  state.quantiser = state.predicted;
  state.isQuantiserRead = false;
}

function decodeBlock(state: Decoding, { x, y, side, log2 }: Square & { readonly log2: number }, depth: number): void {
  const { frame, cabac } = state;
  const { sequence, parameters } = frame;
  state.isLossless = parameters.hasLosslessBlocks && cabac.bit(CONTEXT.lossless) === 1;
  const isSplit = log2 === sequence.minBlock && cabac.bit(CONTEXT.isOnePart) === 0;
  const { pcm } = sequence;
  const square: Square = { x, y, side };
  const mayBePcm = pcm && !isSplit && log2 >= pcm.minLog2 && log2 <= pcm.maxLog2;
  if (mayBePcm && cabac.terminate()) {
    frame.fill(frame.modes, square, MEAN);
    readSamples(state, square, pcm);
  } else {
    const modes = readModes(state, { x, y, side, isSplit });
    const chromaModes: number[] = [];
    const parts = sequence.chroma === 0 ? 0 : isSplit && sequence.chroma === 3 ? 4 : 1;
    for (let part = 0; part < parts; part++) chromaModes.push(chromaModeOf(cabac, modes[part]!, sequence.chroma));
    decodeTransforms(
      state,
      { x, y, side, log2, isSplit, modes, chromaModes },
      sequence.chroma === 0 ? GREY_ROOT : ROOT,
    );
  }
  frame.fill(frame.depths, square, depth);
  frame.fill(frame.quantisers, square, state.quantiser);
  state.lastQuantiser = state.quantiser;
  if (state.isLossless) frame.fill(frame.isFinal, square, 1);
}

/** Reads samples that are not compressed (H.265, 7.3.8.7). */
function readSamples({ frame, cabac }: Decoding, square: Square, pcm: NonNullable<Frame['sequence']['pcm']>): void {
  let bits = 0;
  let value = 0;
  const next = (length: number): number => {
    while (bits < length) {
      value = ((value << 8) | cabac.nextByte()) & 0xffffff;
      bits += 8;
    }
    bits -= length;
    return (value >> bits) & ((1 << length) - 1);
  };
  for (const [index, plane] of frame.planes.entries()) {
    const length = index === 0 ? pcm.lumaBits : pcm.chromaBits;
    const [left, top] = [square.x >> plane.across, square.y >> plane.down];
    for (let y = top; y < top + (square.side >> plane.down); y++)
      for (let x = left; x < left + (square.side >> plane.across); x++)
        plane.data[y * plane.width + x] = next(length) << (plane.bits - length);
  }
  cabac.start();
  frame.fill(frame.decoded, square, 1);
  markEdges(frame, square);
  if (pcm.skipsLoopFilters) frame.fill(frame.isFinal, square, 1);
}

/** A node of the tree of transform blocks. */
type Node = {
  readonly depth: number;
  /** Index of the quarter of the parent. */
  readonly quarter: number;
  /** Not 0 if a block of Cb or Cr in the parent is coded. */
  readonly cb: number;
  readonly cr: number;
  readonly parent: Square | null;
};

const ROOT: Node = { depth: 0, quarter: 0, cb: 1, cr: 1, parent: null };
const GREY_ROOT: Node = { ...ROOT, cb: 0, cr: 0 };

/** Decodes a tree of transform blocks (H.265, 7.3.8.8). `block` has the position and size of the node. */
function decodeTransforms(state: Decoding, block: CodingBlock, node: Node): void {
  const { frame, cabac } = state;
  const { sequence } = frame;
  const { log2 } = block;
  const { depth } = node;
  const isForced = block.isSplit && depth === 0;
  const maxDepth = sequence.maxTransformDepth + (block.isSplit ? 1 : 0);
  const mayChoose = log2 <= sequence.maxTransform && log2 > sequence.minTransform && depth < maxDepth && !isForced;
  const isSplit = mayChoose
    ? cabac.bit(CONTEXT.splitTransform + 5 - log2) === 1
    : log2 > sequence.maxTransform || isForced;
  let { cb, cr } = node;
  if ((log2 > 2 && sequence.chroma !== 0) || sequence.chroma === 3) {
    const isPair = sequence.chroma === 2 && (!isSplit || log2 === 3);
    cb = cb === 0 ? 0 : readChromaCoded(cabac, depth, isPair);
    cr = cr === 0 ? 0 : readChromaCoded(cabac, depth, isPair);
  }
  if (isSplit) {
    for (let quarter = 0; quarter < 4; quarter++) {
      const part = quarterOf(block, quarter, depth === 0);
      decodeTransforms(state, part, { depth: depth + 1, quarter, cb, cr, parent: block });
    }
    return;
  }
  const isLumaCoded = cabac.bit(CONTEXT.lumaCoded + (depth === 0 ? 1 : 0)) === 1;
  reconstruct(state, { block, quarter: node.quarter, parent: node.parent, isLumaCoded, cb, cr });
  markEdges(frame, block);
}

/** 1 if a block of chroma is coded; of a pair of blocks, plus 2 if the second one is. */
function readChromaCoded(cabac: Cabac, depth: number, isPair: boolean): number {
  const first = cabac.bit(CONTEXT.chromaCoded + depth);
  return isPair ? first | (cabac.bit(CONTEXT.chromaCoded + depth) << 1) : first;
}

/** A quarter of a block. At the root of a split coding block it has its own modes; chroma shares one unless it has the size of luma. */
function quarterOf(
  { x, y, side, log2, isSplit, modes, chromaModes }: CodingBlock,
  quarter: number,
  isRoot: boolean,
): CodingBlock {
  const half = side >> 1;
  const hasOwnModes = isSplit && isRoot;
  return {
    x: x + (quarter & 1) * half,
    y: y + (quarter >> 1) * half,
    side: half,
    log2: log2 - 1,
    isSplit,
    modes: hasOwnModes ? [modes[quarter]!] : modes,
    chromaModes: hasOwnModes && chromaModes.length > 1 ? [chromaModes[quarter]!] : chromaModes,
  };
}

/** Marks the left and the upper border of a square as those of a transform block, where filters may cross them. */
function markEdges(frame: Frame, { x, y, side }: Square): void {
  const { unitsAcross } = frame;
  const units = side >> UNIT_LOG2;
  const first = unitAt(frame, x, y);
  for (let i = 0; i < units; i++) {
    frame.edges[first + i * unitsAcross]! |= LEFT_EDGE;
    frame.edges[first + i]! |= UPPER_EDGE;
  }
}
