import { networkNeeds } from '../../engine/capability/costs.ts';
import { done, failed, type Outcome, type ToolError } from '../../engine/errors.ts';
import { type Model, modelsFor, NO_MODELS } from '../../engine/manifest.ts';
import { srgbColourIn } from '../../engine/ops/color/display-p3.ts';
import type { PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { chooseDenoiser } from '../plan/denoiser.ts';
import { chooseModel } from '../plan/models.ts';
import { colourOf, isOn, numberOf, textOf } from '../plan/options.ts';
import type { ToolStep } from '../plan/step.ts';

/** Sepia in middle tones: red, green, blue in 0..255. */
const SEPIA = [152, 122, 84] as const;

/** Maximum pixels that a network sharpens without a graphics chip: that takes about 20 s with one thread. */
const MAX_PIXELS_WITHOUT_GPU = 4_000_000;

/** The picture before a step, one of its channels, and bands of floats. */
const COPIES = 4;

/** Plans the search for scratches, folds, spots and dust. */
export function findPlan({ options, size, manifest }: PlanRequest): Outcome<ToolPlan> {
  const [model] = modelsFor(manifest, 'find-damage');
  if (!model) return failed(NO_FINDER);
  const step: ToolStep = {
    op: 'net.find-damage',
    params: { model: model.id, sensitivity: numberOf(options, 'sensitivity') / 100 },
    inputs: { picture: 'picture' },
    output: 'found',
    stage: 'analyse',
  };
  const needs = { source: size, output: size, workCopies: 2, ...networkNeeds([model]), needsGpu: false };
  return done({ steps: [step], result: 'found', needs, keeps: [], notes: [] });
}

/** Without the network that finds damage, only marks drawn by hand are repaired. */
const NO_FINDER = { code: 'model.missingNoFallback', name: 'Damage finder' } as const;

/** The plan so far. Each stage reads the value `last` and sets it to its own output. */
type Draft = {
  readonly steps: ToolStep[];
  readonly models: Model[];
  readonly notes: ToolError[];
  last: string;
};

/** A further network must fit in memory beside those that are already planned. */
const wishOf = ({ models }: Draft) => ({ workCopies: COPIES, beside: models });

/**
 * Plans the stages of a restoration: repair, denoising, tones, detail, faces, colours and blending with the original. A
 * preview uses no networks.
 */
export function plan(requested: PlanRequest): Outcome<ToolPlan> {
  const request = requested.preview ? { ...requested, manifest: NO_MODELS } : requested;
  const { options, size } = request;
  const draft: Draft = { steps: [], models: [], notes: [], last: 'picture' };
  const stop = textOf(options, 'show');
  for (const { add, name } of STAGES) {
    add(draft, request);
    if (stop !== 'result' && stop === name) break;
  }
  // If every stage is off, the result is the picture itself.
  if (draft.last === 'picture') addMix(draft, 0);
  const scale = draft.steps.some(({ op }) => op === 'upscale.finish' || op === 'picture.resize') ? 2 : 1;
  const output = { width: size.width * scale, height: size.height * scale };
  const { steps, models, notes, last } = draft;
  return done({
    steps,
    result: last,
    needs: { source: size, output, workCopies: COPIES, ...networkNeeds(models), needsGpu: false },
    keeps: steps.some(({ output: name }) => name === 'noise') ? ['noise'] : [],
    notes: notes.slice(0, 1),
    withoutNetworks: true,
  });
}

function addRepair(draft: Draft, request: PlanRequest): void {
  const { options, given, manifest } = request;
  if (!isOn(options, 'scratches')) return;
  if (!given.includes('mask')) {
    if (modelsFor(manifest, 'find-damage').length === 0) draft.notes.push(NO_FINDER);
    return;
  }
  const { model, notes } = chooseModel(request, 'inpaint', { ...wishOf(draft), name: 'MI-GAN' });
  const params = { method: 'auto', grow: 1, feather: 1, matchColour: true } as const;
  const rest = { inputs: { picture: 'picture', mask: 'mask' }, output: 'repaired', weight: 10 } as const;
  if (model) {
    draft.steps.push({ op: 'net.inpaint', params: { ...params, model: model.id }, ...rest });
    draft.models.push(model);
  } else draft.steps.push({ op: 'fill.holes', params, ...rest });
  draft.notes.push(...notes);
  draft.last = 'repaired';
}

function addDenoising(draft: Draft, request: PlanRequest): void {
  const fraction = numberOf(request.options, 'denoise') / 100;
  if (fraction === 0) return;
  const { model, notes } = chooseDenoiser(request, wishOf(draft));
  const inputs = { picture: draft.last, noise: 'noise' };
  draft.steps.push({
    op: 'restore.noise',
    params: {},
    inputs: { picture: 'picture' },
    output: 'noise',
    stage: 'analyse',
  });
  if (model) {
    const params = { model: model.id, sigma: fraction };
    draft.steps.push({ op: 'net.denoise', params, inputs, output: 'quiet', weight: 10 });
    draft.models.push(model);
  } else draft.steps.push({ op: 'restore.smooth', params: { fraction }, inputs, output: 'quiet' });
  draft.notes.push(...notes);
  draft.last = 'quiet';
}

function addTones(draft: Draft, { options }: PlanRequest): void {
  const [levels, cast, fading] = ['levels', 'whiteBalance', 'fading'].map((name) => numberOf(options, name) / 100);
  if (!levels && !cast && !fading) return;
  const params = { levels: levels ?? 0, cast: cast ?? 0, fading: fading ?? 0 };
  draft.steps.push({ op: 'restore.tones', params, inputs: { picture: draft.last }, output: 'toned' });
  draft.last = 'toned';
}

function addDetail(draft: Draft, request: PlanRequest): void {
  const { options } = request;
  const fraction = numberOf(options, 'detail') / 100;
  if (fraction > 0) sharpen(draft, request, fraction);
  if (textOf(options, 'size') === 'double') double(draft, request);
}

function sharpen(draft: Draft, request: PlanRequest, fraction: number): void {
  const { device, size } = request;
  const inputs = { picture: draft.last };
  const isQuick = device.gpu !== null || size.width * size.height <= MAX_PIXELS_WITHOUT_GPU;
  const choice = isQuick ? chooseModel(request, 'sharpen', { ...wishOf(draft), name: 'Sharpener' }) : null;
  const model = choice?.model ?? null;
  draft.notes.push(...(choice?.notes ?? []));
  draft.last = 'detailed';
  if (!model) {
    const params = { strength: 1.2 * fraction, radius: 1.2, threshold: 0.012 };
    draft.steps.push({ op: 'sharpen.instant', params, inputs, output: 'detailed' });
    return;
  }
  draft.models.push(model);
  draft.steps.push({ op: 'net.sharpen', params: { model: model.id }, inputs, output: 'drawn', weight: 20 });
  draft.steps.push({
    op: 'sharpen.finish',
    params: { fraction, sharpen: null },
    inputs: { ...inputs, found: 'drawn' },
    output: 'detailed',
  });
}

function double(draft: Draft, request: PlanRequest): void {
  const { size } = request;
  const inputs = { picture: draft.last };
  const { model, notes } = chooseModel(request, 'upscale-double', { ...wishOf(draft), name: 'Doubler' });
  draft.notes.push(...notes);
  draft.last = 'doubled';
  if (!model) {
    const large = { width: size.width * 2, height: size.height * 2, kernel: 'lanczos', linear: true } as const;
    draft.steps.push({ op: 'picture.resize', params: large, inputs, output: 'doubled' });
    return;
  }
  draft.models.push(model);
  draft.steps.push({ op: 'net.upscale', params: { model: model.id, scale: 2 }, inputs, output: 'large', weight: 40 });
  draft.steps.push({
    op: 'upscale.finish',
    params: { blend: 0, grain: 0, project: 'clean' },
    inputs: { ...inputs, large: 'large' },
    output: 'doubled',
  });
}

/** Restores faces if the site has a network for them and one that finds them. */
function addFaces(draft: Draft, { options, manifest }: PlanRequest): void {
  const fraction = numberOf(options, 'faces') / 100;
  const [restorer] = modelsFor(manifest, 'faces');
  const [finder] = modelsFor(manifest, 'detect-face');
  if (fraction === 0 || !restorer || !finder) return;
  const inputs = { picture: draft.last };
  const output = 'restored-faces';
  draft.steps.push({ op: 'net.find-faces', params: { model: finder.id }, inputs, output: 'faces' });
  draft.steps.push({
    op: 'net.faces',
    params: { model: restorer.id, share: fraction },
    inputs: { ...inputs, faces: 'faces' },
    output,
    weight: 20,
  });
  draft.models.push(finder, restorer);
  draft.last = output;
}

/** Colours by a network, then a tone, then strokes painted by hand on top. */
function addColours(draft: Draft, request: PlanRequest): void {
  addColourising(draft, request);
  addTint(draft, request);
  const fraction = numberOf(request.options, 'strokes') / 100;
  if (fraction === 0 || !request.given.includes('strokes')) return;
  const inputs = { picture: draft.last, strokes: 'strokes' };
  draft.steps.push({ op: 'restore.strokes', params: { fraction }, inputs, output: 'painted', weight: 4 });
  draft.last = 'painted';
}

function addColourising(draft: Draft, { options, manifest }: PlanRequest): void {
  const colouriser = modelsFor(manifest, 'colour')[0];
  if (isOn(options, 'colourise') && colouriser) {
    const inputs = { picture: draft.last };
    draft.steps.push({ op: 'net.colourise', params: { model: colouriser.id }, inputs, output: 'natural', weight: 10 });
    draft.models.push(colouriser);
    draft.last = 'natural';
  }
}

function addTint(draft: Draft, request: PlanRequest): void {
  const { options, info } = request;
  const kind = textOf(options, 'colour');
  if (kind !== 'sepia' && kind !== 'tint') return;
  const colour = kind === 'sepia' ? srgbColourIn(info.colorSpace, SEPIA) : colourOf(request, 'tintColour');
  const inputs = { picture: draft.last };
  draft.steps.push({ op: 'restore.tint', params: { colour, fraction: 1 }, inputs, output: 'tinted' });
  draft.last = 'tinted';
}

function addBlend(draft: Draft, { options, size }: PlanRequest): void {
  const fraction = numberOf(options, 'blend') / 100;
  if (fraction === 0 || draft.last === 'picture') return;
  let original = 'picture';
  if (textOf(options, 'size') === 'double') {
    const params = { width: size.width * 2, height: size.height * 2, kernel: 'lanczos', linear: true } as const;
    draft.steps.push({ op: 'picture.resize', params, inputs: { picture: original }, output: 'wide' });
    original = 'wide';
  }
  addMix(draft, fraction, original);
}

function addMix(draft: Draft, fraction: number, original = 'picture'): void {
  const inputs = { picture: original, base: draft.last };
  draft.steps.push({ op: 'picture.mix', params: { fraction }, inputs, output: 'blended' });
  draft.last = 'blended';
}

type Stage = {
  readonly add: (draft: Draft, request: PlanRequest) => void;
  /** Value of the option “show” that makes this stage the last one; null if it cannot be shown. */
  readonly name: string | null;
};

/** The stages in their order. */
const STAGES: readonly Stage[] = [
  { add: addRepair, name: 'repaired' },
  { add: addDenoising, name: 'quiet' },
  { add: addTones, name: 'toned' },
  { add: addDetail, name: 'detailed' },
  { add: addFaces, name: 'faces' },
  { add: addColours, name: 'coloured' },
  { add: addBlend, name: null },
];
