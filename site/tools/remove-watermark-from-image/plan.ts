import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, failed, type Outcome } from '../../engine/errors.ts';
import type { Model } from '../../engine/manifest.ts';
import type { Options, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { chooseModel } from '../plan/models.ts';
import { isOn, numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';

/** Longer sides, in pixels, of the inputs of the text detector and of the overlay network. */
const SEEN = 960;
const SEEN_DRAWN = 1280;

/** That of a preview: the smallest that leaves no letters, chosen on three wallpapers with a text drawn over them. */
const SEEN_IN_PREVIEW = 512;

/** Confidence in a watermark from which on the automatic method un-blends it. */
const TRUST = 0.1;

/** Copies of the picture in memory: picture, floats of one part, watermark, result. */
const COPIES = 5;

/** Copies while watermarks are searched. */
const FIND_COPIES = 4;

/** The step of the overlay network; its output is reused by the removal. */
const drawnStep = (model: Model, longSide = SEEN_DRAWN): ToolStep => ({
  op: 'net.find-overlay',
  params: { model: model.id, longSide },
  inputs: { picture: 'picture' },
  output: 'drawn',
  weight: 4,
  stage: 'analyse',
  remember: true,
});

/** Plans the search for overlaid text and repeated watermarks (`repeated`), or for all text. */
export const findPlan =
  (repeated: boolean) =>
  (request: PlanRequest): Outcome<ToolPlan> => {
    const { options, size, given } = request;
    const { model, notes } = chooseModel(request, 'detect-text', { workCopies: FIND_COPIES, name: 'PP-OCR' });
    const finder =
      repeated && model ? chooseModel(request, 'find-overlay', { workCopies: FIND_COPIES, name: 'U-Net' }) : null;
    const common = repeated && given.includes('common');
    if (!model && !repeated) return failed({ code: 'model.missingNoFallback', name: 'PP-OCR' });
    const steps: ToolStep[] = finder?.model ? [drawnStep(finder.model)] : [];
    const drawn = finder?.model ? { drawn: 'drawn' } : {};
    if (model)
      steps.push({
        op: 'net.find-text',
        params: { model: model.id, longSide: SEEN },
        inputs: { picture: 'picture', ...drawn },
        output: 'text',
        weight: 8,
        stage: 'analyse',
      });
    // 50 % is the detector's own threshold of 0.3.
    const level = 0.55 - 0.005 * numberOf(options, 'sensitivity');
    const inputs = {
      picture: 'picture',
      ...drawn,
      ...(model && { text: 'text' }),
      ...(common && { common: 'common' }),
    };
    steps.push({ op: 'marks.find', params: { level, repeated }, inputs, output: 'found', stage: 'analyse' });
    const networks = [model, finder?.model].filter((one) => one != null);
    return done({
      steps,
      result: 'found',
      needs: { source: size, output: size, workCopies: FIND_COPIES, ...networkNeeds(networks), needsGpu: false },
      keeps: [],
      notes: [...notes, ...(finder?.notes ?? [])],
    });
  };

/** Plans the search for watermarks that the picture shares with the given ones. */
export const commonPlan = ({ size, given }: PlanRequest): Outcome<ToolPlan> =>
  done({
    steps: [
      {
        op: 'marks.common',
        params: {},
        inputs: { picture: 'picture', ...Object.fromEntries(given.map((name) => [name, name])) },
        output: 'common',
        stage: 'analyse',
      },
    ],
    result: 'common',
    needs: { source: size, output: size, workCopies: given.length + 4, ...networkNeeds([]), needsGpu: false },
    keeps: [],
    notes: [],
  });

/**
 * Plans the removal: translucent watermarks are un-blended, the residue is filled. The method `fill` fills the whole
 * mask. A preview without a mask fills what the overlay network sees.
 */
export function plan(request: PlanRequest): Outcome<ToolPlan> {
  const { options, size, given } = request;
  if (!given.includes('mask')) return request.preview ? previewPlan(request) : failed({ code: 'mask.empty' });
  const method = textOf(options, 'method');
  const fills = method !== 'unblend' || isOn(options, 'residue');
  const finder =
    method === 'fill' ? null : chooseModel(request, 'find-overlay', { workCopies: COPIES, name: 'U-Net' }).model;
  const beside = finder ? [finder] : [];
  const choice = fills ? chooseModel(request, 'inpaint', { workCopies: COPIES, beside, name: 'MI-GAN' }) : null;
  const model = choice?.model ?? null;
  const steps: ToolStep[] = finder ? [drawnStep(finder)] : [];
  if (method !== 'fill')
    steps.push(...unblendSteps(options, { drawn: finder !== null, common: given.includes('common') }));
  const from = method === 'fill' ? 'picture' : 'clear';
  if (fills) steps.push(...fillSteps(options, { model, from }));
  const networks = [finder, model].filter((one) => one !== null);
  return done({
    steps,
    result: fills ? 'result' : from,
    needs: { source: size, output: size, workCopies: COPIES, ...networkNeeds(networks), needsGpu: false },
    keeps: method === 'fill' || textOf(options, 'opacityFrom') === 'given' ? [] : ['measured'],
    notes: choice?.notes ?? [],
    withoutNetworks: true,
  });
}

/** Probability of being drawn over the picture from which on a preview fills a pixel, and its dilation in pixels. */
const PREVIEW_LEVEL = 0.5;
const PREVIEW_GROW = 2;

/** Plans a preview before watermarks are searched: without the text detector and un-blending, and with a quick filling. */
function previewPlan(request: PlanRequest): Outcome<ToolPlan> {
  const { size } = request;
  const { model } = chooseModel(request, 'find-overlay', { workCopies: COPIES, name: 'U-Net' });
  if (!model) return failed({ code: 'mask.empty' });
  return done({
    steps: [
      drawnStep(model, SEEN_IN_PREVIEW),
      { op: 'marks.drawn', params: { level: PREVIEW_LEVEL }, inputs: { drawn: 'drawn' }, output: 'mask' },
      {
        op: 'fill.holes',
        params: { method: 'telea', grow: PREVIEW_GROW, feather: 1, matchColour: false },
        inputs: { picture: 'picture', mask: 'mask' },
        output: 'result',
      },
    ],
    result: 'result',
    needs: { source: size, output: size, workCopies: COPIES, ...networkNeeds([model]), needsGpu: false },
    keeps: [],
    notes: [],
  });
}

type Known = { readonly drawn: boolean; readonly common: boolean };

function* unblendSteps(options: Options, { drawn, common }: Known): Generator<ToolStep> {
  const opacity = textOf(options, 'opacityFrom') === 'given' ? numberOf(options, 'opacity') / 100 : null;
  const trust = textOf(options, 'method') === 'auto' ? TRUST : 0;
  const inputs = { picture: 'picture', mark: 'mark' };
  yield {
    op: 'marks.estimate',
    params: { opacity, grow: numberOf(options, 'grow'), trust },
    inputs: {
      picture: 'picture',
      mask: 'mask',
      ...(drawn && { drawn: 'drawn' }),
      ...(common && opacity === null && { common: 'common' }),
    },
    output: 'mark',
    weight: 6,
    stage: 'analyse',
  };
  yield { op: 'marks.measure', params: {}, inputs: { mark: 'mark' }, output: 'measured' };
  yield { op: 'marks.unblend', params: {}, inputs, output: 'clear' };
  yield { op: 'marks.residue', params: {}, inputs, output: 'residue' };
}

type Filling = { readonly model: Model | null; readonly from: 'picture' | 'clear' };

function* fillSteps(options: Options, { model, from }: Filling): Generator<ToolStep> {
  const all = from === 'picture';
  // `marks.estimate` has dilated the residue already.
  const params = {
    method: 'auto',
    grow: all ? numberOf(options, 'grow') : 0,
    feather: 1,
    matchColour: true,
    mayBeEmpty: !all,
  } as const;
  const rest = { inputs: { picture: from, mask: all ? 'mask' : 'residue' }, output: 'result', weight: 8 } as const;
  yield model
    ? { op: 'net.inpaint', params: { ...params, model: model.id }, ...rest }
    : { op: 'fill.holes', params, ...rest };
}
