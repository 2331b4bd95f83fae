import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['target', 'printWidth', 'printHeight', 'dpi', 'model'],
  automatic: true,
  plan,
  isInstant: () => false,
  brushes: [],
  keptFor: () => '',
  suffix: 'hd',
  transparent: false,
};
