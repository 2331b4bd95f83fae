import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'remove-watermark-from-video',
  name: 'removeWatermarkFromVideo',
  path: '/remove-watermark-from-video',
  group: 'videoRemover',
  kind: 'video',
  order: 12,
  samples: ['film'],
  result: { sample: 'film', name: 'film', view: [0.05, 0.47, 0.44] },
};
