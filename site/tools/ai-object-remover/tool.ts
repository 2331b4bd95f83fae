import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';
import { SELECTED, suggestions } from './suggest.ts';

export const work: ToolWork = {
  fields,
  main: ['method'],
  automatic: false,
  plan,
  isInstant: () => false,
  brushes: [],
  mask: { select: true, selectsFirst: true, widen: SELECTED, eachStroke: true, goesOn: true, suggestions },
  keptFor: () => '',
  suffix: 'removed',
  transparent: false,
};
