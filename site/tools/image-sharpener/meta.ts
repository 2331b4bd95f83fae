import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'image-sharpener',
  name: 'imageSharpener',
  path: '/image-sharpener',
  group: 'enhance',
  kind: 'image',
  order: 3,
  samples: ['cat-soft', 'sheep', 'canyon'],
  result: { sample: 'cat-soft', name: 'cat' },
};
