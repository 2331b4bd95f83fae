import type { Field } from '../../workspace/tool.ts';
import { percent } from '../plan/fields.ts';

const options = 'photoToAnimeConverter.options';

export const fields = [
  {
    kind: 'choice',
    name: 'style',
    label: `${options}.style`,
    choices: [
      { value: 'cel', label: `${options}.styleCel` },
      { value: 'ink', label: `${options}.styleInk` },
      { value: 'pastel', label: `${options}.stylePastel` },
    ],
    initial: 'cel',
    thumbnails: true,
  },
  {
    kind: 'choice',
    name: 'palette',
    label: `${options}.palette`,
    choices: [
      { value: 'natural', label: `${options}.paletteNatural` },
      { value: 'vivid', label: `${options}.paletteVivid` },
      { value: 'warm', label: `${options}.paletteWarm` },
      { value: 'cool', label: `${options}.paletteCool` },
      { value: 'night', label: `${options}.paletteNight` },
    ],
    initial: 'natural',
  },
  percent({ name: 'strength', label: `${options}.strength`, initial: 60 }),
  percent({ name: 'lines', label: `${options}.lines`, initial: 50 }),
  {
    kind: 'range',
    name: 'tones',
    label: `${options}.tones`,
    min: 3,
    max: 12,
    step: 1,
    unit: 'none',
    initial: 6,
  },
  // It takes half a minute more without a graphics chip, and invents outlines on petals and hair.
  { kind: 'switch', name: 'clean', label: `${options}.clean`, initial: false },
] as const satisfies readonly Field[];
