import type { ToolWork } from '../../workspace/tool.ts';
import { textOf } from '../plan/options.ts';
import { meta } from './meta.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields: meta.fields,
  plan,
  isInstant: (options) => textOf(options, 'mode') === 'instant',
  brushes: [],
  keptFor: ({ mode, denoise }) => `${mode} ${denoise}`,
  suffix: 'sharp',
  transparent: false,
};
