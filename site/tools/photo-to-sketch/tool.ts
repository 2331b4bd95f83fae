import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['medium', 'lines', 'svg', 'minLength'],
  automatic: true,
  plan,
  isInstant: () => true,
  brushes: [],
  keptFor: () => '',
  suffix: 'sketch',
  transparent: false,
};
