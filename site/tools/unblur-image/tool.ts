import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { finding } from './finding.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['method', 'kind', 'sigma', 'radius', 'length', 'path'],
  automatic: false,
  plan,
  isInstant: () => false,
  brushes: [],
  keptFor: () => '',
  findings: finding,
  suffix: 'unblurred',
  transparent: false,
};
