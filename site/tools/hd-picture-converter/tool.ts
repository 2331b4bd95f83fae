import type { ToolWork } from '../../workspace/tool.ts';
import { meta } from './meta.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields: meta.fields,
  plan,
  isInstant: () => false,
  brushes: [],
  keptFor: () => '',
  suffix: 'hd',
  transparent: false,
};
