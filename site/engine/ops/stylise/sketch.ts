import type { Pixels, Plane, Planes, Size } from '../../types.ts';
import { resample } from '../resize/resample.ts';
import { weightsFor } from '../resize/weights.ts';
import { smooth } from './areas.ts';
import type { Colour } from './cel.ts';
import { noiseAt } from './strokes.ts';

export type SketchOptions = Size & {
  readonly paper: Colour;
  readonly pigment: Colour;
  /** Height of the paper's grain, 0..1. */
  readonly grain: number;
  /** Size of the grain in pixels of a picture whose longer side is 1000. */
  readonly grainSize: number;
  /** How much shade strokes make, and how much a smooth rub, 0..1 each. */
  readonly hatching: number;
  readonly rubbing: number;
  /** How hard the edge of a stroke is: 0 soft, 1 like ink. */
  readonly hardness: number;
  /** Darkness 0..1 from which a second layer crosses the first. */
  readonly crossFrom: number;
  readonly lines: number;
};

/** What a drawing is made of, at the size that it was found at: shade 0..1 (1 is darkest), ink lines, two layers of strokes. */
export type SketchLayers = { readonly shade: Plane; readonly ink: Plane; readonly hatch: Plane; readonly cross: Plane };

/**
 * A drawing on paper at any size. Shade is laid where strokes are below the wanted darkness, as in stippling by
 * thresholds (Ostromoukhov and Hersch 1999), and only where pigment reaches into the grain of the paper. `colours` (RGB
 * 0..1) takes the pigment's place where given.
 */
export function sketched(layers: SketchLayers, options: SketchOptions, colours: Planes | null): Pixels {
  const { width, height } = options;
  const { shade, ink, hatch, cross } = layers;
  const from: Size = shade;
  const data = new Uint8ClampedArray(width * height * 4);
  const columns = weightsFor(from.width, width, 'cubic');
  const rows = weightsFor(from.height, height, 'cubic');
  const scale = Math.max(width, height) / Math.max(from.width, from.height);
  const cell = Math.max(width, height) / 1000;
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
      grainRow(grain, y, options.grainSize * cell);
      for (let x = 0, at = 0; x < width; x++, at += 4) {
        const line = Math.min(1, Math.max(0, 0.5 + (row[at + 1]! - 0.5) * Math.max(1, scale)));
        const own = cover({ shade: row[at]!, line, hatch: row[at + 2]!, cross: row[at + 3]! }, grain[x]!, options);
        data[4 * y * width + at + 3] = 255 * own + 0.5;
      }
    },
  });
  lay(data, options, colours);
  return { width, height, data };
}

type Spot = { readonly shade: number; readonly line: number; readonly hatch: number; readonly cross: number };

/** Share of a spot that pigment covers. */
function cover({ shade, line, hatch, cross }: Spot, grain: number, options: SketchOptions): number {
  const { hatching, rubbing, hardness, crossFrom } = options;
  const wide = 0.5 - 0.44 * hardness;
  const first = shade > 0.01 ? 1 - smooth(shade - wide, shade + wide, hatch) : 0;
  const deeper = Math.max(0, (shade - crossFrom) / (1 - crossFrom));
  const second = deeper > 0.01 ? 1 - smooth(deeper - wide, deeper + wide, cross) : 0;
  const depth = hardness + (1 - hardness) * (0.35 + 0.65 * shade);
  const strokes = hatching * (1 - (1 - first * depth) * (1 - second * depth * 0.8));
  const rubbed = rubbing * shade;
  const shaded = 1 - (1 - strokes) * (1 - rubbed);
  const all = 1 - (1 - shaded) * (1 - options.lines * line);
  // Pigment stays on the heights of the paper; pressure fills the valleys.
  const height = options.grain * (grain - 0.5);
  return Math.min(1, Math.max(0, all + height * 3 * all * (1.05 - all)));
}

/** Height 0..1 of the paper along a row: two octaves of smooth noise. */
function grainRow(out: Float32Array, y: number, size: number): void {
  for (let x = 0; x < out.length; x++)
    out[x] = 0.62 * valueNoise(x / size, y / size, 11) + 0.38 * valueNoise((2.1 * x) / size, (2.1 * y) / size, 12);
}

function valueNoise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  const [su, sv] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
  const above = noiseAt(left, top, seed) * (1 - su) + noiseAt(left + 1, top, seed) * su;
  const below = noiseAt(left, top + 1, seed) * (1 - su) + noiseAt(left + 1, top + 1, seed) * su;
  return above + (below - above) * sv;
}

/** Turns cover, held in the alpha, into opaque colours on paper. */
function lay(data: Uint8ClampedArray, options: SketchOptions, colours: Planes | null): void {
  const { paper, pigment, width, height } = options;
  const put = (at: number, [r, g, b]: Colour) => {
    const share = data[at + 3]! / 255;
    data[at] = 255 * (paper[0] + (r - paper[0]) * share);
    data[at + 1] = 255 * (paper[1] + (g - paper[1]) * share);
    data[at + 2] = 255 * (paper[2] + (b - paper[2]) * share);
    data[at + 3] = 255;
  };
  if (!colours) {
    for (let at = 0; at < data.length; at += 4) put(at, pigment);
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
      for (let x = 0; x < width; x++) put(4 * (y * width + x), [row[4 * x]!, row[4 * x + 1]!, row[4 * x + 2]!]);
    },
  });
}
