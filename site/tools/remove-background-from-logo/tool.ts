import type { ToolWork } from '../../workspace/tool.ts';
import { meta } from './meta.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields: meta.fields,
  plan,
  isInstant: () => true,
  brushes: [],
  keptFor: () => '',
  suffix: 'clear',
  transparent: true,
};
