import type { Needs, Size } from '../../engine/types.ts';
import type { ToolStep } from './step.ts';

/** Longer sides, in pixels, of the copies that are drawn: enough for every line, and quick. */
export const DRAWING_SIDE = { full: 1100, preview: 720 } as const;

/** Small pictures are enlarged by this factor at most, so that lines have room. */
const MAX_SCALE = 3;

/** The size of a drawing, with two lengths in its pixels. */
export type DrawingSize = Size & {
  /** A thousandth of the longer side. */
  readonly unit: number;
  /** A pixel of the picture, at least 1. */
  readonly pixel: number;
};

export function drawingSize({ width, height }: Size, side: number): DrawingSize {
  const scale = Math.min(MAX_SCALE, side / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return { ...size, unit: Math.max(size.width, size.height) / 1000, pixel: Math.max(1, scale) };
}

export type DrawingParts = {
  readonly at: DrawingSize;
  /** Radii of dabs, one pass each, in units. */
  readonly dabs: readonly number[];
  readonly lines: {
    /** Deviation across a line and along it, in units. */
    readonly sigma: number;
    readonly along: number;
    readonly threshold: number;
    readonly gain: number;
    readonly clutterSuppression: number;
    /** In square units. */
    readonly minArea: number;
    /** How much of what lines are drawn of is painted, 0..1; the rest is the photo. */
    readonly painted: number;
    /** How far lines are drawn of faint shapes as of others, 0..1. */
    readonly clear: number;
    readonly spare: { readonly faces: number; readonly sky: number };
  };
};

/** Radius of dabs below which painting does nothing, in pixels. */
const MIN_DAB_PX = 1.2;
/** Size of a source pixel, in pixels of the drawing, from which small dabs would show it. */
const MAX_FINE_PIXEL = 2.5;
/** The first pass spans this many pixels of the picture at least, so that none is visible by itself. */
const MIN_SPAN = 2.2;

/** Deviation in pixels below which a line falls between them. */
const MIN_LINE_SIGMA_PX = 0.7;

/** Steps that both tools begin with: `base`, `flow`, `areas`, `painted` and `ink`. */
export function drawingSteps({ at, dabs, lines }: DrawingParts): readonly ToolStep[] {
  const { width, height, unit, pixel } = at;
  const min = pixel > 1 ? MIN_SPAN * pixel : MIN_DAB_PX;
  const radii = dabs
    .map((dab, pass) => (pass === 0 ? Math.max(min, dab * unit) : dab * unit))
    .filter((radius) => radius >= MIN_DAB_PX);
  const painting = radii.map((radius, pass): ToolStep => {
    const inputs = { picture: pass === 0 ? 'base' : `painted-${pass}`, flow: 'flow', areas: 'areas' };
    const output = pass === radii.length - 1 ? 'painted' : `painted-${pass + 1}`;
    return { op: 'style.paint', params: { radius }, inputs, output, weight: 6 };
  });
  const { sigma, along, threshold, gain, clutterSuppression, minArea, spare } = lines;
  return [
    { op: 'style.prepare', params: { width, height }, inputs: { picture: 'picture' }, output: 'base' },
    { op: 'style.flow', params: { sigma: 3 * unit }, inputs: { picture: 'base' }, output: 'flow', weight: 2 },
    { op: 'style.areas', params: { unit, fine: pixel < MAX_FINE_PIXEL }, inputs: { picture: 'base' }, output: 'areas' },
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

/** Planes of floats that are held at once at the drawing's own size. */
const PLANES = 24;

/** What a drawing needs besides its source and its result. */
export const drawingNeeds = (source: Size, at: Size): Pick<Needs, 'source' | 'output' | 'workCopies'> => ({
  source,
  output: source,
  workCopies: 1 + Math.ceil((PLANES * at.width * at.height) / (source.width * source.height)),
});
