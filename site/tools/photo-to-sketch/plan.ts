import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { Options, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { DRAWING_SIDE, drawingNeeds, drawingSize, drawingSteps } from '../plan/drawing.ts';
import { isOn, numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';
import { MEDIA, type Medium, PENCIL } from './media.ts';

/** Radians between the two layers of hatching. */
const CROSSING = 1.1;

/** Plans lines along the flow, hatching along the form, and paper; or only lines, as paths. */
export function plan({ options, size, info, preview }: PlanRequest): Outcome<ToolPlan> {
  const at = drawingSize(size, preview ? DRAWING_SIDE.preview : DRAWING_SIDE.full);
  const vector = isOn(options, 'svg');
  const medium = (vector ? MEDIA.ink : MEDIA[textOf(options, 'medium')]) ?? PENCIL;
  const steps: ToolStep[] = [...drawingSteps({ at, dabs: medium.dabs, lines: linesOf(options, medium) })];
  const shaded = !vector && numberOf(options, 'hatching') > 0;
  if (shaded) steps.push(...strokeSteps(medium, at.unit));
  const { width, height } = size;
  const fractionOf = (name: string) => (vector ? 0 : numberOf(options, name) / 100);
  const { paper, shade, coloured } = medium;
  const tone = fractionOf('tone');
  steps.push({
    op: 'sketch.draw',
    params: {
      shade: { ...shade, mean: shade.mean * 2 * tone, unit: at.unit },
      sketch: {
        ...paper,
        width,
        height,
        grain: paper.grain * 2 * fractionOf('paper'),
        hatching: paper.hatching * Math.min(1, fractionOf('hatching') / 0.7),
        rubbing: paper.rubbing * Math.min(1, 2 * tone),
      },
      coloured: coloured && !vector,
    },
    // Without hatching, strokes have no effect.
    inputs: {
      painted: 'painted',
      areas: 'areas',
      ink: 'ink',
      hatch: shaded ? 'hatch' : 'ink',
      cross: shaded ? 'cross' : 'ink',
    },
    output: 'drawn',
    weight: 3,
  });
  if (vector && !preview) {
    const minLengthPx = (numberOf(options, 'minLength') * at.width) / width;
    steps.push({
      op: 'sketch.trace',
      params: { width, height, minInk: 0.4, minLengthPx, tolerancePx: 0.4 },
      inputs: { ink: 'ink' },
      output: 'vector',
      weight: 2,
    });
  } else if (!vector && info.hasAlpha)
    steps.push({
      op: 'style.alpha',
      params: {},
      inputs: { picture: 'drawn', original: 'picture' },
      output: 'result',
    });
  return done({
    steps,
    result: !vector && info.hasAlpha ? 'result' : 'drawn',
    needs: { ...drawingNeeds(size, at), ...networkNeeds([]), needsGpu: false },
    ...(vector && !preview ? { svg: 'vector' } : {}),
    keeps: [],
    notes: [],
  });
}

/** More detail includes fainter edges and shorter pieces. A weight of 0 omits lines. */
function linesOf(options: Options, { line }: Medium) {
  const weight = numberOf(options, 'lines') / 100;
  const detail = numberOf(options, 'detail') / 100;
  return {
    sigma: line.sigma * (0.6 + 0.8 * weight),
    along: 5,
    threshold: line.threshold * 4 ** (1 - 2 * detail),
    gain: weight === 0 ? 0 : line.gain * (0.7 + 0.6 * weight),
    clutterSuppression: 1 - 0.8 * detail,
    minArea: 90 * (1 - detail),
    painted: 0.8 - 0.6 * detail,
    clear: line.clear,
    spare: { faces: 0, sky: 0 },
  };
}

function strokeSteps({ stroke }: Medium, unit: number): readonly ToolStep[] {
  const layer = (output: string, turn: number, seed: number): ToolStep => ({
    op: 'sketch.strokes',
    params: { turn, seed, length: stroke.length * unit, width: stroke.width * unit },
    inputs: { flow: 'form' },
    output,
    weight: 4,
  });
  return [
    { op: 'style.flow', params: { sigma: 10 * unit }, inputs: { picture: 'painted' }, output: 'form', weight: 2 },
    layer('hatch', 0, 1),
    layer('cross', CROSSING, 2),
  ];
}
