import type { Field, Options } from '../../workspace/tool.ts';

const options = 'removeWatermarkFromImage.options';
const calculates = ({ method }: Options) => method !== 'fill';

export const fields = [
  {
    kind: 'choice',
    name: 'method',
    label: `${options}.method`,
    hint: `${options}.methodHint`,
    choices: [
      { value: 'auto', label: `${options}.methodAuto` },
      { value: 'unblend', label: `${options}.methodUnblend` },
      { value: 'fill', label: `${options}.methodFill` },
    ],
    initial: 'auto',
  },
  {
    kind: 'choice',
    name: 'opacityFrom',
    label: `${options}.opacityFrom`,
    choices: [
      { value: 'measured', label: `${options}.opacityMeasured` },
      { value: 'given', label: `${options}.opacityGiven` },
    ],
    initial: 'measured',
    when: calculates,
  },
  {
    kind: 'range',
    name: 'opacity',
    label: `${options}.opacity`,
    min: 5,
    max: 90,
    step: 1,
    unit: 'percent',
    initial: 40,
    when: (all: Options) => calculates(all) && all.opacityFrom === 'given',
  },
  {
    kind: 'switch',
    name: 'residue',
    label: `${options}.residue`,
    initial: true,
    when: ({ method }: Options) => method === 'unblend',
  },
  { kind: 'range', name: 'grow', label: `${options}.grow`, min: 0, max: 12, step: 1, unit: 'pixels', initial: 2 },
  {
    kind: 'range',
    name: 'sensitivity',
    label: `${options}.sensitivity`,
    hint: `${options}.sensitivityHint`,
    min: 0,
    max: 100,
    step: 1,
    unit: 'percent',
    initial: 50,
  },
] as const satisfies readonly Field[];
