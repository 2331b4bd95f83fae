import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'unblur-image',
  name: 'unblurImage',
  path: '/unblur-image',
  group: 'enhance',
  kind: 'image',
  order: 2,
  samples: ['house-soft', 'cat-soft', 'house-shaken'],
  result: { sample: 'house-soft', name: 'soft', view: [0.45, 0.1, 0.5] },
};
