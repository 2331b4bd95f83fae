import type { Options, PlanRequest } from '../../workspace/tool.ts';
import { colourOf, isOn, numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';

/** Fractions of the longer side at 100 %. */
const SHADOW = { distance: 0.06, softness: 0.03 } as const;
const BLUR = 0.04;

/** The steps after the cut-out `subject`: crop, shadow, and the new background. `matte`: name of the finished matte. */
export function backgroundSteps(
  request: PlanRequest,
  matte: string,
): { readonly steps: readonly ToolStep[]; readonly result: string } {
  const { options } = request;
  const steps: ToolStep[] = [];
  let top = 'subject';
  let scene = 'blurred';
  const background = textOf(options, 'background');
  if (background === 'blur') {
    const sigma = (numberOf(options, 'blurAmount') / 100) * BLUR;
    steps.push({ op: 'matte.scene', params: { sigma }, inputs: { picture: 'picture', matte }, output: scene });
  }
  if (isOn(options, 'crop')) {
    const margin = numberOf(options, 'margin') / 100;
    steps.push({
      op: 'matte.crop',
      params: { margin, beyond: 'clear' },
      inputs: { picture: top, matte },
      output: 'cropped',
    });
    top = 'cropped';
    if (background === 'blur') {
      steps.push({
        op: 'matte.crop',
        params: { margin, beyond: 'mirror' },
        inputs: { picture: scene, matte },
        output: 'scene',
      });
      scene = 'scene';
    }
  }
  if (isOn(options, 'shadow')) {
    steps.push({ op: 'matte.shadow', params: shadowOf(options), inputs: { cutout: top }, output: 'shaded', weight: 2 });
    top = 'shaded';
  }
  const last = backgroundStep(request, { cutout: top, scene, background });
  return last ? { steps: [...steps, last], result: 'result' } : { steps, result: top };
}

const shadowOf = (options: Options) => ({
  opacity: numberOf(options, 'shadowOpacity') / 100,
  distance: (numberOf(options, 'shadowDistance') / 100) * SHADOW.distance,
  softness: (numberOf(options, 'shadowSoftness') / 100) * SHADOW.softness,
});

type BackgroundInput = {
  readonly cutout: string;
  readonly scene: string;
  readonly background: string;
};

/** The new background; null if it stays transparent, as it does until a picture is chosen. */
function backgroundStep(request: PlanRequest, { cutout, scene, background }: BackgroundInput): ToolStep | null {
  const { options, given } = request;
  const inputs = { cutout };
  switch (background) {
    case 'colour':
      return {
        op: 'matte.backdrop',
        params: { kind: 'colour', colour: colourOf(request, 'colour') },
        inputs,
        output: 'result',
      };
    case 'gradient': {
      const [from, to] = [colourOf(request, 'colourFrom'), colourOf(request, 'colourTo')];
      return {
        op: 'matte.backdrop',
        params: { kind: 'gradient', from, to, angle: numberOf(options, 'angle') },
        inputs,
        output: 'result',
      };
    }
    case 'blur':
      return { op: 'matte.over-scene', params: {}, inputs: { cutout, scene }, output: 'result' };
    case 'picture':
      return given.includes('ground')
        ? { op: 'matte.over', params: {}, inputs: { cutout, background: 'ground' }, output: 'result' }
        : null;
    default:
      return null;
  }
}
