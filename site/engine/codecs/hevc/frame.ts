import type { PictureParameters } from './picture-parameters.ts';
import type { Sequence } from './sequence.ts';
import type { Slice } from './slice.ts';

/** A plane of samples. `across` and `down`: log2 of the pixels of luma for each sample. */
export type Plane = {
  readonly width: number;
  readonly height: number;
  readonly across: number;
  readonly down: number;
  readonly bits: number;
  readonly data: Uint16Array<ArrayBuffer>;
};

/** Side of the units for which a frame keeps what is known of its blocks: the smallest block of luma. */
export const UNIT_LOG2 = 2;

/** Bits of `Frame.edges`. */
export const LEFT_EDGE = 1;
export const UPPER_EDGE = 2;

/** A frame that is being decoded: its samples, and what its blocks are, by units of 4 × 4 pixels and by tree blocks. */
export class Frame {
  readonly sequence: Sequence;
  readonly parameters: PictureParameters;
  readonly planes: readonly Plane[];
  readonly unitsAcross: number;
  readonly unitsDown: number;
  /** 1 where samples are decoded. */
  readonly decoded: Uint8Array;
  /** Mode of the prediction of luma. */
  readonly modes: Uint8Array;
  /** Depth in the quadtree of coding blocks. */
  readonly depths: Uint8Array;
  readonly quantisers: Int8Array;
  /** 1 where loop filters change nothing. */
  readonly isFinal: Uint8Array;
  /** Borders of transform blocks to deblock: `LEFT_EDGE`, `UPPER_EDGE`. */
  readonly edges: Uint8Array;
  readonly treesAcross: number;
  readonly treesDown: number;
  /** Index of the tile of each tree block. */
  readonly tiles: Uint16Array;
  /** Slice of each tree block that is decoded. */
  readonly slices: (Slice | null)[];
  /** Parameters of the sample-adaptive offset of each tree block, by plane; null: none. */
  readonly offsets: (SampleOffset | null)[][];

  constructor(sequence: Sequence, parameters: PictureParameters) {
    const { width, height, chroma, treeBlock } = sequence;
    this.sequence = sequence;
    this.parameters = parameters;
    const across = chroma === 3 ? 0 : 1;
    const down = chroma === 1 ? 1 : 0;
    const plane = (bits: number, across: number, down: number): Plane => {
      const size = { width: Math.ceil(width / 2 ** across), height: Math.ceil(height / 2 ** down) };
      return { ...size, across, down, bits, data: new Uint16Array(size.width * size.height) };
    };
    const colours = chroma === 0 ? [] : [0, 1].map(() => plane(sequence.chromaBits, across, down));
    this.planes = [plane(sequence.lumaBits, 0, 0), ...colours];
    this.unitsAcross = Math.ceil(width / 4);
    this.unitsDown = Math.ceil(height / 4);
    const units = this.unitsAcross * this.unitsDown;
    this.decoded = new Uint8Array(units);
    this.modes = new Uint8Array(units);
    this.depths = new Uint8Array(units);
    this.quantisers = new Int8Array(units);
    this.isFinal = new Uint8Array(units);
    this.edges = new Uint8Array(units);
    this.treesAcross = Math.ceil(width / 2 ** treeBlock);
    this.treesDown = Math.ceil(height / 2 ** treeBlock);
    const trees = this.treesAcross * this.treesDown;
    this.tiles = new Uint16Array(trees);
    this.slices = new Array(trees).fill(null);
    this.offsets = this.planes.map(() => new Array(trees).fill(null));
  }

  /** Index of the tree block of a pixel of luma. */
  treeAt(x: number, y: number): number {
    const { treeBlock } = this.sequence;
    return (y >> treeBlock) * this.treesAcross + (x >> treeBlock);
  }

  /** Whether a pixel of luma is decoded and may be used by a block of the tree block `tree`: same slice, same tile. */
  isAvailable(tree: number, x: number, y: number): boolean {
    const { width, height } = this.sequence;
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    if (this.decoded[(y >> UNIT_LOG2) * this.unitsAcross + (x >> UNIT_LOG2)] === 0) return false;
    const other = this.treeAt(x, y);
    return other === tree || this.isConnected(tree, other);
  }

  /** Whether two tree blocks are of one slice and one tile. */
  isConnected(tree: number, other: number): boolean {
    return (
      this.slices[other]?.address === this.slices[tree]?.address && this.tiles[other] === (this.tiles[tree] as number)
    );
  }

  /** Sets the value of a map in the units of a square of luma. */
  fill(map: Uint8Array | Int8Array, square: Square, value: number): void {
    const { unitsAcross } = this;
    const left = square.x >> UNIT_LOG2;
    const right = Math.min(unitsAcross, left + Math.max(1, square.side >> UNIT_LOG2));
    const top = square.y >> UNIT_LOG2;
    const bottom = Math.min(this.unitsDown, top + Math.max(1, square.side >> UNIT_LOG2));
    for (let y = top; y < bottom; y++) map.fill(value, y * unitsAcross + left, y * unitsAcross + right);
  }
}

/** A square of luma in pixels. */
export type Square = { readonly x: number; readonly y: number; readonly side: number };

/** `kind`: 1 by bands of brightness, 2 by edges. `detail`: the first band, or the direction of edges. */
export type SampleOffset = { readonly kind: 1 | 2; readonly detail: number; readonly offsets: Int16Array };
