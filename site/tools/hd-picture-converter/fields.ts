import type { Field } from '../../workspace/tool.ts';
import { percent } from '../plan/fields.ts';

const options = 'hdPictureConverter.options';

export const fields = [
  {
    kind: 'choice',
    name: 'model',
    label: `${options}.model`,
    choices: [
      { value: 'photo', label: `${options}.modelPhoto` },
      { value: 'illustration', label: `${options}.modelIllustration` },
      { value: 'fast', label: `${options}.modelFast` },
    ],
    initial: 'photo',
  },
  {
    kind: 'choice',
    name: 'target',
    label: `${options}.target`,
    choices: [
      { value: '2x', label: `${options}.target2x` },
      { value: '4x', label: `${options}.target4x` },
      { value: 'hd', label: `${options}.targetHd` },
      { value: '2k', label: `${options}.target2k` },
      { value: '4k', label: `${options}.target4k` },
      { value: 'print', label: `${options}.targetPrint` },
    ],
    initial: '2x',
  },
  {
    kind: 'number',
    name: 'printWidth',
    label: `${options}.printWidth`,
    min: 1,
    max: 200,
    step: 0.1,
    initial: 15,
    when: ({ target }) => target === 'print',
  },
  {
    kind: 'number',
    name: 'printHeight',
    label: `${options}.printHeight`,
    min: 1,
    max: 200,
    step: 0.1,
    initial: 10,
    when: ({ target }) => target === 'print',
  },
  {
    kind: 'number',
    name: 'dpi',
    label: `${options}.dpi`,
    min: 72,
    max: 600,
    step: 1,
    initial: 300,
    when: ({ target }) => target === 'print',
  },
  percent({ name: 'blend', label: `${options}.blend`, initial: 0, when: ({ model }) => model === 'photo' }),
  percent({ name: 'grain', label: `${options}.grain`, initial: 0, when: ({ model }) => model !== 'fast' }),
] as const satisfies readonly Field[];
