import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'photo-restoration',
  name: 'photoRestoration',
  path: '/photo-restoration',
  group: 'enhance',
  kind: 'image',
  order: 1,
  samples: ['boats-worn', 'canyon', 'sheep'],
  result: { sample: 'boats-worn', name: 'worn' },
};
