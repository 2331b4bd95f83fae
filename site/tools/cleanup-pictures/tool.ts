import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['method'],
  automatic: false,
  plan,
  isInstant: () => false,
  brushes: [],
  mask: { select: false, eachStroke: true, goesOn: true, suggestions: [] },
  keptFor: () => '',
  suffix: 'clean',
  transparent: false,
};
