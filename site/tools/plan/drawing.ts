import type { Model } from '../../engine/manifest.ts';
import type { StructureOptions } from '../../engine/ops/stylise/structure.ts';
import type { Needs, Size } from '../../engine/types.ts';
import type { ToolStep } from './step.ts';

/** Longer sides, in pixels, of drawings: enough for fine lines, and fast. */
export const DRAWING_SIDE = { full: 1100, preview: 720 } as const;

/** Small pictures are enlarged by this factor at most, so that lines have room. */
const MAX_SCALE = 3;

/** The size of a drawing, with lengths in its pixels. */
export type DrawingSize = Size & {
  /** A thousandth of the longer side. */
  readonly unit: number;
  /** Pixels of the drawing for each of the picture. */
  readonly scale: number;
  /** A pixel of the picture, at least 1. */
  readonly pixel: number;
};

export function drawingSize({ width, height }: Size, side: number): DrawingSize {
  const scale = Math.min(MAX_SCALE, side / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return { ...size, scale, unit: Math.max(size.width, size.height) / 1000, pixel: Math.max(1, scale) };
}

export type DrawingParts = {
  readonly at: DrawingSize;
  /** The network that finds faces; null for areas by colours alone. */
  readonly faceFinder?: Model | null;
  /** Details that vanish before painting: their scale in units, and the difference of colour that counts as an edge. */
  readonly texture?: StructureOptions;
  /** Radii of dabs, one pass each, in units. */
  readonly dabs: readonly number[];
  readonly lines: {
    /** Standard deviations across a line and along it, in units. */
    readonly sigma: number;
    readonly along: number;
    readonly threshold: number;
    readonly gain: number;
    readonly clutterSuppression: number;
    /** In square units. */
    readonly minArea: number;
    /** Fraction 0..1 of the painted picture in the input of the lines; the rest is the photograph. */
    readonly painted: number;
    /** Amplification 0..1 of faint shapes before lines are drawn. */
    readonly clear: number;
    readonly spare: { readonly faces: number; readonly sky: number };
  };
};

/** Radius of dabs below which painting does nothing, in pixels. */
const MIN_DAB_PX = 1.2;
/** Size of a source pixel, in pixels of the drawing, from which on small dabs would show single pixels. */
const MAX_FINE_PIXEL = 2.5;
/** Minimum radius of the first pass in pixels of the picture, so that no single pixel is visible. */
const MIN_SPAN = 2.2;

/** Minimum standard deviation of a line in pixels: thinner lines would fall between the samples. */
const MIN_LINE_SIGMA_PX = 0.7;

/**
 * The first steps of both drawing tools, with the outputs `base`, `flow`, `areas`, `plain` if texture vanishes, `painted`
 * and `ink`.
 */
export function drawingSteps({ at, faceFinder, texture, dabs, lines }: DrawingParts): readonly ToolStep[] {
  const { width, height, scale, unit, pixel } = at;
  const min = pixel > 1 ? MIN_SPAN * pixel : MIN_DAB_PX;
  const radii = dabs
    .map((dab, pass) => (pass === 0 ? Math.max(min, dab * unit) : dab * unit))
    .filter((radius) => radius >= MIN_DAB_PX);
  const painting = radii.map((radius, pass): ToolStep => {
    const inputs = {
      picture: pass === 0 ? (texture ? 'plain' : 'base') : `painted-${pass}`,
      flow: 'flow',
      areas: 'areas',
    };
    const output = pass === radii.length - 1 ? 'painted' : `painted-${pass + 1}`;
    return { op: 'style.paint', params: { radius }, inputs, output, weight: 6 };
  });
  const { sigma, along, threshold, gain, clutterSuppression, minArea, spare } = lines;
  return [
    ...(faceFinder ? [findFacesStep(faceFinder)] : []),
    { op: 'style.prepare', params: { width, height }, inputs: { picture: 'picture' }, output: 'base' },
    { op: 'style.flow', params: { sigma: 3 * unit }, inputs: { picture: 'base' }, output: 'flow', weight: 2 },
    {
      op: 'style.areas',
      params: { unit, fine: pixel < MAX_FINE_PIXEL, scale },
      inputs: { picture: 'base', ...(faceFinder && { faces: 'faces' }) },
      output: 'areas',
    },
    ...(texture ? [structureStep(texture, unit)] : []),
    ...painting,
    {
      op: 'style.tone',
      params: { paintedFraction: lines.painted, localContrast: { radius: 20 * unit, strength: lines.clear } },
      inputs: { picture: 'base', painted: 'painted' },
      output: 'tone',
    },
    {
      op: 'style.lines',
      params: { sigma: Math.max(MIN_LINE_SIGMA_PX, sigma * unit), along: Math.max(2, along * unit) },
      inputs: { tone: 'tone', flow: 'flow' },
      output: 'lines',
      weight: 4,
    },
    {
      op: 'style.ink',
      params: {
        threshold,
        gain,
        clutterSuppression,
        clutterRadius: 12 * unit,
        minAreaPx: minArea * unit * unit,
        reduce: spare,
      },
      inputs: { lines: 'lines', flow: 'flow', areas: 'areas' },
      output: 'ink',
    },
  ];
}

const findFacesStep = ({ id }: Model): ToolStep => ({
  op: 'net.find-faces',
  params: { model: id },
  inputs: { picture: 'picture' },
  output: 'faces',
});

const structureStep = ({ scale, range }: StructureOptions, unit: number): ToolStep => ({
  op: 'style.structure',
  params: { scale: scale * unit, range },
  inputs: { picture: 'base', areas: 'areas' },
  output: 'plain',
  weight: 4,
});

/** Number of float planes of the drawing's size in memory. */
const PLANES = 30;

/** Memory of a drawing besides its source and result. */
export const drawingNeeds = (source: Size, at: Size): Pick<Needs, 'source' | 'output' | 'workCopies'> => ({
  source,
  output: source,
  workCopies: 1 + Math.ceil((PLANES * at.width * at.height) / (source.width * source.height)),
});
