import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['background', 'ground', 'recolour', 'colour', 'svg', 'svgColours', 'svgDetail'],
  automatic: true,
  plan,
  isInstant: () => true,
  brushes: [],
  keptFor: () => '',
  suffix: 'clear',
  transparent: true,
};
