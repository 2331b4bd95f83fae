import { failed, toolErrorOf } from '../errors.ts';
import { reporter } from '../jobs/progress.ts';
import type { OpTable } from '../types.ts';
import { createMemory } from './memory.ts';
import { networksOf } from './networks.ts';
import { perform, type Workshop } from './perform.ts';
import { createPictures } from './pictures.ts';
import type { Request, Response, Setup, Task } from './protocol.ts';
import { buffersOf } from './transfer.ts';

/** The part of a worker's global scope that is used here. */
export type WorkerScope = {
  readonly postMessage: (message: Response, transfer: Transferable[]) => void;
  onmessage: ((event: MessageEvent<Request>) => unknown) | null;
};

/** Makes a worker that carries out tasks with the operations of `table`. Called once, by the worker's entry. */
export function serveTasks(scope: WorkerScope, table: OpTable): void {
  const running = new Map<number, AbortController>();
  let shop: Workshop | undefined;
  const post = (message: Response, transfer: readonly ArrayBuffer[] = []) => scope.postMessage(message, [...transfer]);

  const work = async (id: number, task: Task): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const report = reporter((progress) => post({ kind: 'progress', id, progress }), now);
    try {
      if (!shop) throw new Error('A task came before the setup.');
      const value = await perform(task, shop, { signal: controller.signal, report });
      const buffers = 'values' in value ? buffersOf(value.values) : [];
      post({ kind: 'done', id, outcome: { ok: true, value } }, buffers);
    } catch (error) {
      post({ kind: 'done', id, outcome: failed(toolErrorOf(error)) });
    } finally {
      running.delete(id);
    }
  };

  scope.onmessage = ({ data }) => {
    switch (data.kind) {
      case 'setup':
        holdLock(data.lock, () => post({ kind: 'alive' }));
        shop = workshop(data, table);
        return;
      case 'task':
        return void work(data.id, data.task);
      case 'cancel':
        return running.get(data.id)?.abort();
      case 'release':
        return void shop?.sessions
          .release()
          .catch((error: unknown) => post({ kind: 'fault', error: toolErrorOf(error) }));
    }
  };
}

const now = () => performance.now();

function workshop(setup: Setup, table: OpTable): Workshop {
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

function holdLock(name: string, onHeld: () => void): void {
  void navigator.locks?.request(name, () => {
    onHeld();
    // Never resolves: the browser gives the lock back when this worker ends, however it ends.
    return new Promise<never>(() => undefined);
  });
}
