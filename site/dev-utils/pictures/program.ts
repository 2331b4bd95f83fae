import { createPictures } from '../../engine/workers/pictures.ts';
import { serveHost, type WorkerScope } from '../../engine/workers/serve.ts';
import { perform, type Shop } from './perform.ts';
import type { ConverterTypes } from './protocol.ts';

let shop: Shop | null = null;

serveHost<ConverterTypes>(globalThis as unknown as WorkerScope<ConverterTypes>, {
  setUp: (limits) => {
    shop = { pictures: createPictures(limits), canvas: limits.canvas, now: () => new Date() };
  },
  perform: async (task, { signal }) => {
    if (!shop) throw new Error('A task came before the setup.');
    return perform(task, shop, signal);
  },
});
