import { failed, toolErrorOf } from '../../engine/errors.ts';
import { createPictures } from '../../engine/workers/pictures.ts';
import { perform, type Shop } from './perform.ts';
import type { Request, Response, Task } from './protocol.ts';

/** The part of a worker's global scope that is used here. */
type Scope = {
  readonly postMessage: (message: Response) => void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
};

const serve = (scope: Scope): void => {
  const running = new Map<number, AbortController>();
  let shop: Shop | null = null;

  const work = async (id: number, task: Task): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      if (!shop) throw new Error('A task came before the setup.');
      const value = await perform(task, shop, controller.signal);
      scope.postMessage({ id, outcome: { ok: true, value } });
    } catch (error) {
      scope.postMessage({ id, outcome: failed(toolErrorOf(error)) });
    } finally {
      running.delete(id);
    }
  };

  scope.onmessage = ({ data }) => {
    switch (data.kind) {
      case 'setup':
        shop = { pictures: createPictures(data.limits), canvas: data.limits.canvas, now: () => new Date() };
        return;
      case 'task':
        void work(data.id, data.task);
        return;
      case 'cancel':
        running.get(data.id)?.abort();
        return;
    }
  };
};

serve(globalThis as unknown as Scope);
