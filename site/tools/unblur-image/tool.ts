import type { ToolWork } from '../../workspace/tool.ts';
import { finding } from './finding.ts';
import { meta } from './meta.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields: meta.fields,
  plan,
  isInstant: () => false,
  brushes: [],
  keptFor: () => '',
  findings: finding,
  suffix: 'unblurred',
  transparent: false,
};
