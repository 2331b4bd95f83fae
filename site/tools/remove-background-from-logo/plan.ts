import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, type Outcome } from '../../engine/errors.ts';
import type { PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { colourOf, isOn, numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';

/** Distance in OKLab at 100 %: that of light and middle grey. */
const WIDEST = 0.2;

/** Maximum area of a speck at 100 %, in pixels of a logo of one megapixel. */
const LARGEST_SPECK = 600;

/** Removes the background, trims, recolours and traces, each on request. Uses no network. */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size, info, preview } = request;
  const steps: ToolStep[] = [
    {
      op: 'logo.clear',
      params: clearing(request),
      inputs: { picture: 'picture' },
      output: 'cleared',
      weight: 5,
    },
  ];
  let last = 'cleared';
  if (isOn(options, 'trim')) {
    steps.push({
      op: 'logo.trim',
      params: { margin: numberOf(options, 'margin') / 100 },
      inputs: { picture: last },
      output: 'trimmed',
    });
    last = 'trimmed';
  }
  if (isOn(options, 'recolour')) {
    steps.push({
      op: 'logo.recolour',
      params: { colour: rgbOf(request, 'colour') },
      inputs: { picture: last },
      output: 'recoloured',
    });
    last = 'recoloured';
  }
  // Drawings take a while; a preview shows the pixels that are traced.
  const drawn = isOn(options, 'svg') && !preview;
  if (drawn)
    steps.push({
      op: 'trace.svg',
      params: {
        colours: numberOf(options, 'svgColours'),
        detail: numberOf(options, 'svgDetail') / 100,
        colorSpace: info.colorSpace,
      },
      inputs: { picture: last },
      output: 'drawing',
      weight: 20,
    });
  return done({
    steps,
    result: last,
    ...(drawn ? { svg: 'drawing' } : {}),
    needs: { source: size, output: size, workCopies: 7, ...networkNeeds([]), needsGpu: false },
    keeps: [],
    notes: [],
  });
}

function clearing(request: PlanRequest) {
  const { options, size } = request;
  const area = size.width * size.height;
  return {
    background: textOf(options, 'background') === 'pick' ? rgbOf(request, 'ground') : null,
    tolerance: (numberOf(options, 'tolerance') / 100) * WIDEST,
    holes: isOn(options, 'holes'),
    // Squared, so that the lower half of the slider covers areas of dots and commas.
    specks: Math.round((numberOf(options, 'despeckle') / 100) ** 2 * LARGEST_SPECK * Math.max(0.1, area / 1e6)),
  };
}

/** Red, green and blue of a colour option, 0..1, in the colour space of the picture. */
function rgbOf(request: PlanRequest, name: string): readonly [number, number, number] {
  const [red, green, blue] = colourOf(request, name);
  return [red / 255, green / 255, blue / 255];
}
