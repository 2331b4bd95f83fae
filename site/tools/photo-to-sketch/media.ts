import type { SketchOptions } from '../../engine/ops/stylise/sketch.ts';

export type Medium = {
  /** Standard deviation across a line, in units, and the slope of its response. */
  readonly line: { readonly sigma: number; readonly threshold: number; readonly gain: number; readonly clear: number };
  /** Radii of dabs, in units: larger ones simplify shapes more. */
  readonly dabs: readonly number[];
  /** Half the length of strokes and the standard deviation of their width, in units. */
  readonly stroke: { readonly length: number; readonly width: number };
  readonly shade: { readonly mean: number; readonly localWeight: number; readonly floor: number };
  readonly coloured: boolean;
  readonly paper: Omit<SketchOptions, 'width' | 'height'>;
};

export const MEDIA: { readonly [name: string]: Medium } = {
  /** Soft graphite: fine hatching over a light rub. */
  pencil: {
    line: { sigma: 0.95, threshold: 0.004, gain: 42, clear: 0.5 },
    dabs: [4],
    stroke: { length: 24, width: 0.6 },
    shade: { mean: 0.27, localWeight: 0.5, floor: 0 },
    coloured: false,
    paper: {
      paper: [0.985, 0.98, 0.965],
      pigment: [0.16, 0.16, 0.18],
      grain: 0.45,
      grainSize: 1.6,
      hatching: 0.8,
      rubbing: 0.42,
      hardness: 0.25,
      crossHatchFrom: 0.5,
      lines: 0.95,
    },
  },
  /** Black and white, without any grey. */
  ink: {
    line: { sigma: 1, threshold: 0.004, gain: 140, clear: 0.8 },
    dabs: [4],
    stroke: { length: 26, width: 0.75 },
    shade: { mean: 0.3, localWeight: 0.7, floor: 0.26 },
    coloured: false,
    paper: {
      paper: [1, 1, 0.995],
      pigment: [0.05, 0.05, 0.08],
      grain: 0,
      grainSize: 1.6,
      hatching: 1,
      rubbing: 0,
      hardness: 0.9,
      crossHatchFrom: 0.5,
      lines: 1,
    },
  },
  /** Broad and dark, rubbed into rough paper. */
  charcoal: {
    line: { sigma: 2, threshold: 0.004, gain: 35, clear: 0.3 },
    dabs: [6],
    stroke: { length: 12, width: 1.5 },
    shade: { mean: 0.42, localWeight: 0.25, floor: 0 },
    coloured: false,
    paper: {
      paper: [0.95, 0.93, 0.89],
      pigment: [0.1, 0.095, 0.09],
      grain: 0.6,
      grainSize: 1.8,
      hatching: 0.45,
      rubbing: 0.9,
      hardness: 0.1,
      crossHatchFrom: 0.6,
      lines: 0.9,
    },
  },
  /** Pencils in the picture's own hues. */
  colour: {
    line: { sigma: 0.95, threshold: 0.004, gain: 38, clear: 0.4 },
    dabs: [4],
    stroke: { length: 22, width: 0.7 },
    shade: { mean: 0.3, localWeight: 0.4, floor: 0 },
    coloured: true,
    paper: {
      paper: [0.99, 0.985, 0.97],
      pigment: [0.1, 0.1, 0.1],
      grain: 0.55,
      grainSize: 1.6,
      hatching: 0.6,
      rubbing: 0.75,
      hardness: 0.2,
      crossHatchFrom: 0.55,
      lines: 0.75,
    },
  },
};

export const PENCIL = MEDIA.pencil as Medium;
