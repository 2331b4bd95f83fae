import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { findPlan, plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['scratches', 'levels', 'colour', 'tintColour', 'colourise'],
  automatic: true,
  plan,
  isInstant: () => false,
  brushes: [],
  mask: {
    select: false,
    eachStroke: false,
    goesOn: false,
    colours: true,
    suggestions: [{ name: 'find', label: 'workspace.mask.find', auto: true, plan: findPlan }],
  },
  keptFor: () => '',
  findings: ({ noise }) =>
    noise && 'facts' in noise
      ? {
          key: 'photoRestoration.options.denoiseHint',
          values: { value: Math.round(10 * Number(noise.facts.sigma)) / 10 },
          messages: {},
        }
      : null,
  suffix: 'restored',
  transparent: false,
};
