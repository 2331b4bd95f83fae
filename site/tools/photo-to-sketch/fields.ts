import type { Field } from '../../workspace/tool.ts';

const options = 'photoToSketch.options';

const percent = (name: string, initial: number) =>
  ({
    kind: 'range',
    name,
    label: `${options}.${name}`,
    min: 0,
    max: 100,
    step: 1,
    unit: 'percent',
    initial,
  }) as const;

/** Line drawings have neither shade nor paper. */
const onPaper = ({ svg }: { readonly [field: string]: string | number | boolean }) => svg !== true;

export const fields = [
  {
    kind: 'choice',
    name: 'medium',
    label: `${options}.medium`,
    choices: [
      { value: 'pencil', label: `${options}.mediumPencil` },
      { value: 'ink', label: `${options}.mediumInk` },
      { value: 'charcoal', label: `${options}.mediumCharcoal` },
      { value: 'colour', label: `${options}.mediumColour` },
    ],
    initial: 'pencil',
    thumbnails: true,
    when: onPaper,
  },
  percent('lines', 50),
  percent('detail', 50),
  { ...percent('hatching', 70), when: onPaper },
  { ...percent('tone', 50), when: onPaper },
  { ...percent('paper', 50), when: onPaper },
  { kind: 'switch', name: 'svg', label: `${options}.svg`, initial: false },
  {
    kind: 'range',
    name: 'minLength',
    label: `${options}.minLength`,
    min: 0,
    max: 100,
    step: 1,
    unit: 'pixels',
    initial: 12,
    when: ({ svg }) => svg === true,
  },
] as const satisfies readonly Field[];
