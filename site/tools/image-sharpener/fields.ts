import type { Field } from '../../workspace/tool.ts';
import { percent } from '../plan/fields.ts';

const options = 'imageSharpener.options';

export const fields = [
  {
    kind: 'choice',
    name: 'mode',
    label: `${options}.mode`,
    choices: [
      { value: 'instant', label: `${options}.modeInstant` },
      { value: 'ai', label: `${options}.modeAi` },
    ],
    initial: 'instant',
  },
  percent({ name: 'strength', label: `${options}.strength`, initial: 40 }),
  {
    kind: 'range',
    name: 'radius',
    label: `${options}.radius`,
    min: 0.5,
    max: 5,
    step: 0.1,
    unit: 'pixels',
    initial: 1.5,
  },
  percent({ name: 'threshold', label: `${options}.threshold`, initial: 20 }),
  {
    kind: 'range',
    name: 'denoise',
    label: `${options}.denoise`,
    min: 0,
    max: 25,
    step: 1,
    unit: 'none',
    initial: 0,
    when: ({ mode }) => mode === 'ai',
  },
  percent({ name: 'blend', label: `${options}.blend`, initial: 0 }),
] as const satisfies readonly Field[];
