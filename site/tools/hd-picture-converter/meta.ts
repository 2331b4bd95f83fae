import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'hd-picture-converter',
  name: 'hdPictureConverter',
  path: '/hd-picture-converter',
  group: 'enhance',
  kind: 'image',
  order: 4,
  samples: ['coffee-small', 'cat-small', 'emblem'],
  result: { sample: 'coffee-small', name: 'coffee', view: [0.27, 0.35, 0.5] },
};
