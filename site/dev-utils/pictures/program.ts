import { isMemoryShort } from '../../engine/capability/choose.ts';
import { createPictures } from '../../engine/workers/pictures.ts';
import { serveHost, type WorkerScope } from '../../engine/workers/serve.ts';
import { type ConverterContext, perform } from './perform.ts';
import type { ConverterTypes } from './protocol.ts';

let context: ConverterContext | null = null;

serveHost<ConverterTypes>(globalThis as unknown as WorkerScope<ConverterTypes>, {
  setUp: (limits) => {
    const isFrugal = isMemoryShort(limits.memory);
    context = { pictures: createPictures(limits), canvas: limits.canvas, isFrugal, now: () => new Date() };
  },
  perform: async (task, { signal }) => {
    if (!context) throw new Error('A task came before the setup.');
    return perform(task, context, signal);
  },
});
