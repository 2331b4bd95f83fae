import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'photo-to-sketch',
  name: 'photoToSketch',
  path: '/photo-to-sketch',
  group: 'filter',
  kind: 'image',
  order: 11,
  samples: ['cat', 'boats', 'house', 'flower'],
  result: { sample: 'cat', name: 'cat' },
};
