import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'ai-object-remover',
  name: 'aiObjectRemover',
  path: '/ai-object-remover',
  group: 'remove',
  kind: 'image',
  order: 9,
  samples: ['sheep', 'house', 'coffee'],
  result: { sample: 'sheep', name: 'sheep', view: [0, 0.07, 0.34], mask: [[0.15, 0.26, 0.14, 0.2]] },
};
