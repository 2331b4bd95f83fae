import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['style', 'palette', 'strength'],
  automatic: true,
  plan,
  // The preview does not run the network.
  isInstant: () => true,
  brushes: [],
  keptFor: () => '',
  suffix: 'anime',
  transparent: false,
};
