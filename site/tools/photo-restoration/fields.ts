import type { Field, Options } from '../../workspace/tool.ts';

const options = 'photoRestoration.options';

/** The strength of a step; 0 is off. */
const step = (name: string, initial: number, hint = true) =>
  ({
    kind: 'range',
    name,
    label: `${options}.${name}`,
    ...(hint ? { hint: `${options}.${name}Hint` } : {}),
    min: 0,
    max: 100,
    step: 1,
    unit: 'percent',
    initial,
  }) as const;

export const fields = [
  {
    kind: 'switch',
    name: 'scratches',
    label: `${options}.scratches`,
    hint: `${options}.scratchesHint`,
    initial: true,
  },
  { ...step('sensitivity', 50, false), when: ({ scratches }: Options) => scratches === true },
  step('denoise', 100, false),
  step('levels', 80),
  step('whiteBalance', 60),
  step('fading', 30),
  step('detail', 60),
  { ...step('faces', 80), bestOf: 'faces' },
  {
    kind: 'choice',
    name: 'size',
    label: `${options}.size`,
    choices: [
      { value: 'original', label: `${options}.sizeOriginal` },
      { value: 'double', label: `${options}.sizeDouble` },
    ],
    initial: 'original',
  },
  {
    kind: 'choice',
    name: 'colour',
    label: `${options}.colour`,
    choices: [
      { value: 'none', label: `${options}.colourNone` },
      { value: 'sepia', label: `${options}.colourSepia` },
      { value: 'tint', label: `${options}.colourTint` },
    ],
    initial: 'none',
  },
  {
    kind: 'colour',
    name: 'tintColour',
    label: `${options}.tintColour`,
    initial: '#5b7aa6',
    when: ({ colour }: Options) => colour === 'tint',
  },
  { kind: 'switch', name: 'colourise', label: `${options}.colourAuto`, bestOf: 'colour', initial: false },
  step('strokes', 100),
  step('blend', 0, false),
  {
    kind: 'choice',
    name: 'show',
    label: `${options}.showStep`,
    choices: [
      { value: 'result', label: 'workspace.view.result' },
      { value: 'repaired', label: `${options}.scratches` },
      { value: 'quiet', label: `${options}.denoise` },
      { value: 'toned', label: `${options}.levels` },
      { value: 'detailed', label: `${options}.detail` },
      { value: 'faces', label: `${options}.faces` },
      { value: 'coloured', label: `${options}.colour` },
    ],
    initial: 'result',
  },
] as const satisfies readonly Field[];
