import { type NetworkNeeds, networkNeeds } from '../../engine/capability/costs.ts';
import { done, failed, type Outcome, type ToolError } from '../../engine/errors.ts';
import type { FillMethod } from '../../engine/ops/fill/fill.ts';
import type { Field, Options, PlanRequest, ToolPlan } from '../../workspace/tool.ts';
import { modelField } from './fields.ts';
import { chooseModel, gradeOf } from './models.ts';
import { isOn, numberOf, textOf } from './options.ts';
import type { ToolStep } from './step.ts';

/** The fields of a filling; `labels` is the prefix of their messages, such as `cleanupPictures.options`. */
export const fillFields = (labels: string) =>
  [
    {
      kind: 'choice',
      name: 'method',
      label: `${labels}.method`,
      choices: [
        { value: 'auto', label: `${labels}.methodAuto` },
        { value: 'network', label: `${labels}.methodAi` },
        { value: 'patches', label: `${labels}.methodPatch` },
        { value: 'telea', label: `${labels}.methodTelea` },
      ],
      initial: 'auto',
    },
    modelField('inpaint'),
    { kind: 'range', name: 'grow', label: `${labels}.grow`, min: 0, max: 30, step: 1, unit: 'pixels', initial: 5 },
    {
      kind: 'range',
      name: 'feather',
      label: `${labels}.feather`,
      min: 0,
      max: 15,
      step: 1,
      unit: 'pixels',
      initial: 3,
    },
    {
      kind: 'switch',
      name: 'matchColour',
      label: `${labels}.matchColour`,
      initial: true,
      when: ({ method }: Options) => method === 'auto' || method === 'network',
    },
  ] as const satisfies readonly Field[];

const METHODS: readonly FillMethod[] = ['auto', 'network', 'patches', 'telea'];

type Filling = {
  readonly step: ToolStep;
  readonly needs: NetworkNeeds;
  readonly notes: readonly ToolError[];
};

/** The step that fills `mask` in `picture` according to the options; its output is `result`. */
function fillStep(request: PlanRequest): Filling {
  const { options } = request;
  const method = METHODS.find((name) => name === textOf(options, 'method')) ?? 'auto';
  const usesNetwork = method === 'auto' || method === 'network';
  const choice = usesNetwork
    ? chooseModel(request, 'inpaint', { grade: gradeOf(options), workCopies: WORK_COPIES, name: 'MI-GAN' })
    : null;
  const params = {
    method,
    grow: numberOf(options, 'grow'),
    feather: numberOf(options, 'feather'),
    matchColour: isOn(options, 'matchColour'),
    ...(request.variant && { variant: request.variant }),
  };
  const rest = { inputs: { picture: 'picture', mask: 'mask' }, output: 'result' } as const;
  const model = choice?.model ?? null;
  return {
    step: model
      ? { op: 'net.inpaint', params: { ...params, model: model.id }, ...rest }
      : { op: 'fill.holes', params, ...rest },
    needs: networkNeeds(model ? [model] : []),
    notes: choice?.notes ?? [],
  };
}

/** Copies of the picture in memory: result, intermediate filling, crops. */
const WORK_COPIES = 3;

/** Plans a filling of `mask`; fails without a mask. */
export function fillPlan(request: PlanRequest): Outcome<ToolPlan> {
  if (!request.given.includes('mask')) return failed({ code: 'mask.empty' });
  const { step, needs, notes } = fillStep(request);
  const { size } = request;
  return done({
    steps: [step],
    result: 'result',
    needs: { source: size, output: size, workCopies: WORK_COPIES, ...needs, needsGpu: false },
    keeps: [],
    notes,
    withoutNetworks: textOf(request.options, 'method') === 'auto',
  });
}
