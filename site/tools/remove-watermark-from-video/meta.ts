import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'remove-watermark-from-video',
  name: 'removeWatermarkFromVideo',
  path: '/remove-watermark-from-video',
  group: 'videoRemover',
  kind: 'video',
  order: 12,
  samples: [],
  result: { sample: 'house', name: 'house' },
};
