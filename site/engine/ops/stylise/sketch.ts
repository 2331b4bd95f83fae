import type { Pixels, Plane, Planes, Size } from '../../types.ts';
import type { Colour } from '../planes.ts';
import { resample } from '../resize/resample.ts';
import { weightsFor } from '../resize/weights.ts';
import { clamp01, smoothstep } from '../scalars.ts';
import { hashNoise } from './strokes.ts';

export type SketchOptions = Size & {
  readonly paper: Colour;
  readonly pigment: Colour;
  /** Depth of the paper's grain, 0..1. */
  readonly grain: number;
  /** Size of the grain in thousandths of the longer side. */
  readonly grainSize: number;
  /** Coverage by strokes, 0..1. */
  readonly hatching: number;
  /** Coverage by smooth rubbing, 0..1. */
  readonly rubbing: number;
  /** Hardness of a stroke's edge: 0 soft, 1 like ink. */
  readonly hardness: number;
  /** Darkness (0..1) from which a second layer crosses the first. */
  readonly crossHatchFrom: number;
  /** Opacity of the lines, 0..1. */
  readonly lines: number;
};

/** Layers of a drawing at its working size, all 0..1: shade (1 is darkest), ink lines, two layers of strokes. */
export type SketchLayers = { readonly shade: Plane; readonly ink: Plane; readonly hatch: Plane; readonly cross: Plane };

/**
 * Renders a drawing on paper at any size. Strokes are inked where their value is below the target darkness (threshold
 * dithering, Ostromoukhov and Hersch 1999) and where pigment reaches the grain of the paper. `colours` (RGB 0..1) replace the
 * single pigment where given.
 */
export function renderSketch(layers: SketchLayers, options: SketchOptions, colours: Planes | null): Pixels {
  const { width, height } = options;
  const { shade, ink, hatch, cross } = layers;
  const from: Size = shade;
  const data = new Uint8ClampedArray(width * height * 4);
  const columns = weightsFor(from.width, width, 'cubic');
  const rows = weightsFor(from.height, height, 'cubic');
  const scale = Math.max(width, height) / Math.max(from.width, from.height);
  const unit = Math.max(width, height) / 1000;
  const grain = new Float32Array(width);
  resample(columns, rows, {
    channels: 4,
    sourceWidth: from.width,
    read: (y, row) => {
      for (let x = 0, i = y * from.width; x < from.width; x++, i++) {
        row[4 * x] = shade.data[i]!;
        row[4 * x + 1] = ink.data[i]!;
        row[4 * x + 2] = hatch.data[i]!;
        row[4 * x + 3] = cross.data[i]!;
      }
    },
    write: (y, row) => {
      grainRow(grain, y, options.grainSize * unit);
      for (let x = 0, at = 0; x < width; x++, at += 4) {
        const line = clamp01(0.5 + (row[at + 1]! - 0.5) * Math.max(1, scale));
        const coverage = coverageAt(
          { shade: row[at]!, line, hatch: row[at + 2]!, cross: row[at + 3]! },
          grain[x]!,
          options,
        );
        data[4 * y * width + at + 3] = 255 * coverage + 0.5;
      }
    },
  });
  compositeOnPaper(data, options, colours);
  return { width, height, data };
}

type LayerValues = { readonly shade: number; readonly line: number; readonly hatch: number; readonly cross: number };

/** Fraction of a pixel that pigment covers, 0..1. */
function coverageAt({ shade, line, hatch, cross }: LayerValues, grain: number, options: SketchOptions): number {
  const { hatching, rubbing, hardness, crossHatchFrom } = options;
  const softness = 0.5 - 0.44 * hardness;
  const first = shade > 0.01 ? 1 - smoothstep(shade - softness, shade + softness, hatch) : 0;
  const deeper = Math.max(0, (shade - crossHatchFrom) / (1 - crossHatchFrom));
  const second = deeper > 0.01 ? 1 - smoothstep(deeper - softness, deeper + softness, cross) : 0;
  const depth = hardness + (1 - hardness) * (0.35 + 0.65 * shade);
  const strokes = hatching * (1 - (1 - first * depth) * (1 - second * depth * 0.8));
  const shaded = 1 - (1 - strokes) * (1 - rubbing * shade);
  const total = 1 - (1 - shaded) * (1 - options.lines * line);
  // Pigment stays on the peaks of the paper's grain; pressure fills the valleys.
  const height = options.grain * (grain - 0.5);
  return clamp01(total + height * 3 * total * (1.05 - total));
}

/** Writes the height (0..1) of the paper along a row: two octaves of value noise. */
function grainRow(out: Float32Array, y: number, size: number): void {
  for (let x = 0; x < out.length; x++)
    out[x] = 0.62 * valueNoise(x / size, y / size, 11) + 0.38 * valueNoise((2.1 * x) / size, (2.1 * y) / size, 12);
}

function valueNoise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  const [su, sv] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
  const above = hashNoise(left, top, seed) * (1 - su) + hashNoise(left + 1, top, seed) * su;
  const below = hashNoise(left, top + 1, seed) * (1 - su) + hashNoise(left + 1, top + 1, seed) * su;
  return above + (below - above) * sv;
}

/** Converts coverage, stored in the alpha, to opaque colours on paper, in place. */
function compositeOnPaper(data: Uint8ClampedArray, options: SketchOptions, colours: Planes | null): void {
  const { paper, pigment, width, height } = options;
  const compositePixel = (at: number, [r, g, b]: Colour) => {
    const coverage = data[at + 3]! / 255;
    data[at] = 255 * (paper[0] + (r - paper[0]) * coverage);
    data[at + 1] = 255 * (paper[1] + (g - paper[1]) * coverage);
    data[at + 2] = 255 * (paper[2] + (b - paper[2]) * coverage);
    data[at + 3] = 255;
  };
  if (!colours) {
    for (let at = 0; at < data.length; at += 4) compositePixel(at, pigment);
    return;
  }
  const [red, green, blue] = colours.planes as readonly [Float32Array, Float32Array, Float32Array];
  resample(weightsFor(colours.width, width, 'linear'), weightsFor(colours.height, height, 'linear'), {
    channels: 4,
    sourceWidth: colours.width,
    read: (y, row) => {
      for (let x = 0, i = y * colours.width; x < colours.width; x++, i++) {
        row[4 * x] = red[i]!;
        row[4 * x + 1] = green[i]!;
        row[4 * x + 2] = blue[i]!;
      }
    },
    write: (y, row) => {
      for (let x = 0; x < width; x++)
        compositePixel(4 * (y * width + x), [row[4 * x]!, row[4 * x + 1]!, row[4 * x + 2]!]);
    },
  });
}
