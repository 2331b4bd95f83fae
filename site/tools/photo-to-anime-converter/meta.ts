import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'photo-to-anime-converter',
  name: 'photoToAnimeConverter',
  path: '/photo-to-anime-converter',
  group: 'filter',
  kind: 'image',
  order: 10,
  samples: ['rocket', 'coffee', 'cat', 'house'],
  result: { sample: 'coffee', name: 'coffee' },
};
