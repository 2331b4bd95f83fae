import { reporter } from '../jobs/progress.ts';
import type { OpTable } from '../types.ts';
import { createMemory } from './memory.ts';
import { networksOf } from './networks.ts';
import { perform, type Workshop } from './perform.ts';
import { createPictures } from './pictures.ts';
import type { ToolSetup, ToolTypes } from './protocol.ts';
import { serveHost, type WorkerScope } from './serve.ts';
import { buffersOf } from './transfer.ts';

export type ToolScope = WorkerScope<ToolTypes>;

/** Makes a worker that carries out tasks with the operations of `table`. Called once, by the worker's program. */
export function serveTools(scope: ToolScope, table: OpTable): void {
  let workshop: Workshop | undefined;
  let running = 0;
  let releaseRequested = false;
  /** Networks that are being released; the next task waits for it. */
  let releasing: Promise<void> = Promise.resolve();

  const releaseWhenIdle = (): void => {
    if (running > 0 || !releaseRequested || !workshop) return;
    releaseRequested = false;
    releasing = releasing.then(workshop.sessions.release);
    // The next task reports it.
    releasing.catch(() => undefined);
  };

  serveHost<ToolTypes>(scope, {
    setUp: (setup) => {
      workshop = createWorkshop(setup, table);
    },
    perform: async (task, { signal, progress }) => {
      if (!workshop) throw new Error('A task came before the setup.');
      running += 1;
      try {
        await releasing;
        return await perform(task, workshop, { signal, report: reporter(progress, now) });
      } finally {
        running -= 1;
        releaseWhenIdle();
      }
    },
    transfersOf: (result) => ('values' in result ? buffersOf(result.values) : []),
    command: () => {
      releaseRequested = true;
      releaseWhenIdle();
    },
    damage: () => workshop?.sessions.damage() ?? null,
  });
}

const now = () => performance.now();

function createWorkshop(setup: ToolSetup, table: OpTable): Workshop {
  const { canvas, memory } = setup;
  return {
    table,
    canvas,
    now,
    pictures: createPictures({ canvas, memory }),
    memory: createMemory(),
    ...networksOf(setup),
  };
}
