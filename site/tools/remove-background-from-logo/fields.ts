import type { Field } from '../../workspace/tool.ts';
import { percent } from '../plan/fields.ts';

const options = 'removeBackgroundFromLogo.options';

export const fields = [
  {
    kind: 'choice',
    name: 'background',
    label: `${options}.background`,
    choices: [
      { value: 'auto', label: `${options}.backgroundAuto` },
      { value: 'pick', label: `${options}.backgroundPick` },
    ],
    initial: 'auto',
  },
  {
    kind: 'colour',
    name: 'ground',
    label: `${options}.background`,
    initial: '#ffffff',
    when: ({ background }) => background === 'pick',
  },
  percent({ name: 'tolerance', label: `${options}.tolerance`, initial: 15 }),
  { kind: 'switch', name: 'holes', label: `${options}.holes`, hint: `${options}.holesHint`, initial: true },
  percent({ name: 'despeckle', label: `${options}.despeckle`, initial: 15 }),
  { kind: 'switch', name: 'trim', label: `${options}.trim`, initial: false },
  {
    kind: 'range',
    name: 'margin',
    label: `${options}.margin`,
    min: 0,
    max: 30,
    step: 1,
    unit: 'percent',
    initial: 4,
    when: ({ trim }) => trim === true,
  },
  { kind: 'switch', name: 'recolour', label: `${options}.recolour`, initial: false },
  {
    kind: 'colour',
    name: 'colour',
    label: `${options}.recolourColour`,
    initial: '#ffffff',
    when: ({ recolour }) => recolour === true,
  },
  { kind: 'switch', name: 'svg', label: `${options}.svg`, initial: false },
  {
    kind: 'range',
    name: 'svgColours',
    label: `${options}.svgColours`,
    min: 1,
    max: 16,
    step: 1,
    unit: 'none',
    initial: 8,
    when: ({ svg }) => svg === true,
  },
  percent({ name: 'svgDetail', label: `${options}.svgDetail`, initial: 70, when: ({ svg }) => svg === true }),
] as const satisfies readonly Field[];
