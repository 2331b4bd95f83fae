import type { Limits } from '../../engine/codecs/decode.ts';
import { failed, type Outcome } from '../../engine/errors.ts';
import type { Request, Response, Task, TaskResult } from './protocol.ts';

export type ConverterParts = {
  readonly startWorker: () => Worker;
  /** What pictures this device bears. */
  readonly limits: () => Promise<Limits>;
};

/** Owns the worker that converts: starts it with the first task, and anew after it broke. */
export type Converter = {
  /** Never rejects. */
  readonly call: <Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    signal?: AbortSignal,
  ) => Promise<Outcome<TaskResult[Kind]>>;
  readonly close: () => void;
};

type Finish = (outcome: Outcome<never>) => void;

export const createConverter = ({ startWorker, limits }: ConverterParts): Converter => {
  const pending = new Map<number, Finish>();
  let worker: Promise<Worker> | null = null;
  let running: Worker | null = null;
  let lastId = 0;

  const end = (outcome: Outcome<never>): void => {
    running?.terminate();
    running = null;
    worker = null;
    for (const finish of pending.values()) finish(outcome);
    pending.clear();
  };
  const broke = (details: string) => end(failed({ code: 'device.workerStopped', details }));
  const start = async (): Promise<Worker> => {
    const bearable = await limits();
    const own = startWorker();
    running = own;
    own.onmessage = ({ data }: MessageEvent<Response>) => {
      pending.get(data.id)?.(data.outcome as Outcome<never>);
      pending.delete(data.id);
    };
    own.onerror = (event) => running === own && broke(event.message ?? 'The worker could not be started.');
    own.onmessageerror = () => running === own && broke('A message could not be read.');
    own.postMessage({ kind: 'setup', limits: bearable } satisfies Request);
    return own;
  };
  return {
    call: (task, signal) =>
      new Promise((resolve) => {
        lastId += 1;
        const id = lastId;
        pending.set(id, resolve as Finish);
        worker ??= start();
        worker.then((own) => {
          if (!pending.has(id)) return;
          own.postMessage({ kind: 'task', id, task } satisfies Request);
          const cancel = () => own.postMessage({ kind: 'cancel', id } satisfies Request);
          if (signal?.aborted) cancel();
          else signal?.addEventListener('abort', cancel, { once: true });
        });
      }),
    close: () => end(failed({ code: 'job.cancelled' })),
  };
};
