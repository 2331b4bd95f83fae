import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'image-background-remover',
  name: 'imageBackgroundRemover',
  path: '/image-background-remover',
  group: 'remove',
  kind: 'image',
  order: 5,
  samples: ['flower', 'coffee', 'cat', 'biplane'],
  result: { sample: 'coffee', name: 'coffee', isTransparent: true },
};
