import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';
import { SELECTED, suggestions } from './suggest.ts';

export const work: ToolWork = {
  fields,
  plan,
  isInstant: () => false,
  brushes: [],
  mask: { select: true, widen: SELECTED, eachStroke: false, goesOn: true, suggestions },
  keptFor: () => '',
  suffix: 'removed',
  transparent: false,
};
