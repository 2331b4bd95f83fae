import { planBackend } from '../../engine/capability/choose.ts';
import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome, type ToolError } from '../../engine/errors.ts';
import type { Model } from '../../engine/manifest.ts';
import type { Colour } from '../../engine/ops/planes.ts';
import type { StructureOptions } from '../../engine/ops/stylise/structure.ts';
import type { Device, Size } from '../../engine/types.ts';
import type { Options, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { DRAWING_SIDE, type DrawingSize, drawingNeeds, drawingSize, drawingSteps } from '../plan/drawing.ts';
import { chooseModel } from '../plan/models.ts';
import { isOn, numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';
import { CEL, NATURAL, PALETTES, STYLES, type Style } from './styles.ts';

/** Grass, plaster and rock vanish, windows and letters stay: chosen by looking at ten photographs. */
const TEXTURE: StructureOptions = { scale: 5, range: 0.2 };

/**
 * Plans shapes without texture, painting along them, few tones, even skin around faces, and ink lines; finally a network
 * for drawings cleans the result.
 */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size, info, device, preview } = request;
  const usesNetwork = !preview && isOn(options, 'clean');
  const redraw = usesNetwork ? chooseModel(request, 'redraw', { workCopies: 1, name: 'AnimeGAN' }).model : null;
  if (redraw) return done(redrawn(redraw, size));
  const choice = usesNetwork ? chooseModel(request, 'upscale-drawing', { workCopies: 1, name: 'animevideov3' }) : null;
  const model = choice?.model ?? null;
  const side = model ? cleanSide(device) : preview ? DRAWING_SIDE.preview : DRAWING_SIDE.full;
  const at = drawingSize(size, side);
  const style = STYLES[textOf(options, 'style')] ?? CEL;
  const drawnAt = model ? at : size;
  // A preview is there at once: it does without.
  const finder = preview ? null : chooseModel(request, 'detect-face', { workCopies: 1, name: 'Tiny Face Detector' });
  const faceFinder = finder?.model ?? null;
  const steps: ToolStep[] = [...celSteps({ options, style, at, drawnAt, faceFinder })];
  let result = 'drawn';
  if (model) {
    steps.push(...cleanSteps(model, at, size));
    result = 'cleaned';
  }
  if (info.hasAlpha) {
    const inputs = { picture: result, original: 'picture' };
    steps.push({ op: 'style.alpha', params: {}, inputs, output: 'result' });
    result = 'result';
  }
  const large = model ? scaleFor(at, size) ** 2 * at.width * at.height : 0;
  const needs = drawingNeeds(size, at);
  return done({
    steps,
    result,
    needs: {
      ...needs,
      workCopies: needs.workCopies + Math.ceil(large / (size.width * size.height)),
      ...networkNeeds([faceFinder, model].filter((one) => one !== null)),
      needsGpu: false,
    },
    keeps: [],
    notes: [...(finder?.notes ?? []), ...(choice?.notes ?? []), ...(model ? smallerNotes(at, size) : [])],
  });
}

/** Plans a drawing by the network that the owner of the site configured. */
const redrawn = (model: Model, size: Size): ToolPlan => ({
  steps: [{ op: 'net.redraw', params: { model: model.id }, inputs: { picture: 'picture' }, output: 'result' }],
  result: 'result',
  needs: { source: size, output: size, workCopies: 1, ...networkNeeds([model]), needsGpu: false },
  keeps: [],
  notes: [],
});

type Cel = {
  readonly options: Options;
  readonly style: Style;
  readonly at: DrawingSize;
  /** The size of the result. */
  readonly drawnAt: Size;
  readonly faceFinder: Model | null;
};

function celSteps({ options, style, at, drawnAt, faceFinder }: Cel): readonly ToolStep[] {
  const strength = numberOf(options, 'strength') / 100;
  const weight = numberOf(options, 'lines') / 100;
  const palette = PALETTES[textOf(options, 'palette')] ?? NATURAL;
  const { line } = style;
  const times = (a: Colour, b: Colour): Colour => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
  const base = drawingSteps({
    at,
    faceFinder,
    texture: TEXTURE,
    dabs: style.dabs.map((dab) => dab * (0.3 + 0.8 * strength)),
    lines: {
      sigma: line.sigma * (0.6 + 0.8 * weight),
      along: line.along,
      threshold: line.threshold * (1.6 - 1.2 * weight),
      // A weight of 0 omits lines.
      gain: weight === 0 ? 0 : line.gain,
      clutterSuppression: 0.8,
      minArea: 80,
      painted: 0.6,
      clear: 0,
      spare: { faces: 0.25, sky: 0.9 },
    },
  });
  const cel = {
    tones: Math.max(2, numberOf(options, 'tones') + style.tones),
    hardness: style.hardness * Math.min(1, 0.4 + strength),
    palette: {
      saturation: 1 + (style.saturation * palette.saturation - 1) * Math.min(1.2, 0.4 + strength),
      gamma: style.gamma * palette.gamma,
      lift: style.lift,
      shadow: times(style.shadow, palette.shadow),
      light: times(style.light, palette.light),
    },
    skyStrength: Math.min(1, 0.5 + strength),
    unit: at.unit,
  };
  const draw = { width: drawnAt.width, height: drawnAt.height, ink: style.ink, inkTransparency: style.inkTransparency };
  const inputs = { base: 'base', plain: 'plain', painted: 'painted', areas: 'areas', ink: 'ink' };
  return [...base, { op: 'style.cel', params: { cel, draw }, inputs, output: 'drawn', weight: 3 }];
}

/** Longer side of the network's input, in pixels: about half a minute of work on the CPU; larger with a graphics chip. */
function cleanSide(device: Device): number {
  const { backend, threads } = planBackend(device);
  if (backend === 'webgpu') return DRAWING_SIDE.full;
  return threads >= 4 ? 900 : 640;
}

/** The network upscales by integer factors. */
const scaleFor = (from: Size, to: Size): 1 | 2 | 3 | 4 =>
  Math.min(4, Math.max(1, Math.ceil(to.width / from.width))) as 1 | 2 | 3 | 4;

function cleanSteps(model: Model, from: Size, to: Size): readonly ToolStep[] {
  const scale = scaleFor(from, to);
  const { width, height } = to;
  return [
    {
      op: 'net.upscale',
      params: { model: model.id, scale },
      inputs: { picture: 'drawn' },
      output: 'large',
      weight: 60,
    },
    {
      op: 'picture.resize',
      params: { width, height, kernel: width < from.width * scale ? 'area' : 'cubic', linear: false },
      inputs: { picture: 'large' },
      output: 'cleaned',
    },
  ];
}

/** A note if the network processes a reduced picture. */
const smallerNotes = ({ width, height }: Size, picture: Size): readonly ToolError[] =>
  picture.width > width ? [{ code: 'device.smallerWork', width, height }] : [];
