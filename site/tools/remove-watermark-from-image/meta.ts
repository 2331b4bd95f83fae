import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'remove-watermark-from-image',
  name: 'removeWatermarkFromImage',
  path: '/remove-watermark-from-image',
  group: 'remove',
  kind: 'image',
  order: 7,
  samples: ['canyon-marked'],
  result: { sample: 'canyon-marked', name: 'canyon', view: [0, 0.55, 0.45] },
};
