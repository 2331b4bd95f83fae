import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'remove-background-from-logo',
  name: 'removeBackgroundFromLogo',
  path: '/remove-background-from-logo',
  group: 'remove',
  kind: 'image',
  order: 6,
  samples: ['emblem', 'flower'],
  result: { sample: 'emblem', name: 'emblem', isTransparent: true },
};
