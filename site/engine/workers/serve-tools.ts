import { reporter } from '../jobs/progress.ts';
import type { OpTable } from '../types.ts';
import { createMemory } from './memory.ts';
import { networksOf } from './networks.ts';
import { createPictures } from './pictures.ts';
import type { ToolSetup, ToolTypes } from './protocol.ts';
import { runTask, type TaskEnvironment } from './run-task.ts';
import { serveHost, type WorkerScope } from './serve.ts';
import { buffersOf } from './transfer.ts';

export type ToolScope = WorkerScope<ToolTypes>;

/** Serves the tasks of a tool worker with the operations of `table`. Called once, by the worker's program. */
export function serveTools(scope: ToolScope, table: OpTable): void {
  let environment: TaskEnvironment | undefined;
  let running = 0;
  let releaseRequested = false;
  /** Networks that are being released; the next task waits for it. */
  let releasing: Promise<void> = Promise.resolve();

  const releaseWhenIdle = (): void => {
    if (running > 0 || !releaseRequested || !environment) return;
    releaseRequested = false;
    releasing = releasing.then(environment.sessions.release);
    // The next task reports it.
    releasing.catch(() => undefined);
  };

  serveHost<ToolTypes>(scope, {
    setUp: (setup) => {
      environment = createEnvironment(setup, table);
    },
    perform: async (task, { signal, progress, loading }) => {
      if (!environment) throw new Error('A task came before the setup.');
      running += 1;
      try {
        await releasing;
        return await runTask(task, environment, { signal, report: reporter(progress, now), loading });
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
    damage: () => environment?.sessions.damage() ?? null,
  });
}

const now = () => performance.now();

function createEnvironment(setup: ToolSetup, table: OpTable): TaskEnvironment {
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
