import type { ToolWork } from '../../workspace/tool.ts';
import { textOf } from '../plan/options.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['mode', 'strength'],
  automatic: false,
  plan,
  isInstant: (options) => textOf(options, 'mode') === 'instant',
  brushes: [],
  keptFor: ({ mode, denoise }) => `${mode} ${denoise}`,
  suffix: 'sharp',
  transparent: false,
};
