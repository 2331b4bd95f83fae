import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'cleanup-pictures',
  name: 'cleanupPictures',
  path: '/cleanup-pictures',
  group: 'remove',
  kind: 'image',
  order: 8,
  samples: ['canyon', 'boats', 'coffee'],
  result: {
    sample: 'canyon',
    name: 'canyon',
    view: [0.04, 0.5, 0.5],
    mask: [
      [0.276, 0.72, 0.018, 0.16],
      [0.275, 0.845, 0.155, 0.055],
      [0.34, 0.8, 0.04, 0.06],
      [0.252, 0.78, 0.02, 0.035],
    ],
  },
};
