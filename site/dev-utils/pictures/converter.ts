import type { Limits } from '../../engine/codecs/decode.ts';
import { failed, type Outcome } from '../../engine/errors.ts';
import { createHost, type Host } from '../../engine/workers/host.ts';
import type { ConverterTypes, Task, TaskResult } from './protocol.ts';

export type ConverterParts = {
  readonly startWorker: () => Worker;
  /** Size limits of pictures on this device. */
  readonly limits: () => Promise<Limits>;
};

/** Owner of the worker that converts pictures. */
export type Converter = {
  /** Never rejects. */
  readonly call: <Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    signal?: AbortSignal,
  ) => Promise<Outcome<TaskResult[Kind]>>;
  readonly close: () => void;
};

export const createConverter = ({ startWorker, limits }: ConverterParts): Converter => {
  let host: Promise<Host<ConverterTypes>> | null = null;
  let closed = false;
  const start = async () => {
    const setup = await limits();
    const locks = globalThis.navigator.locks ?? null;
    return createHost<ConverterTypes>({ startWorker, setup: () => setup, locks });
  };
  return {
    call: async <Kind extends Task['kind']>(task: Extract<Task, { kind: Kind }>, signal = NEVER) => {
      host ??= start();
      const converterHost = await host;
      if (closed) return failed({ code: 'job.cancelled' });
      return converterHost.call<Kind>(task, { signal, onProgress: () => undefined, patienceMs: null }).outcome;
    },
    close: () => {
      closed = true;
      void host?.then((converterHost) => converterHost.close());
    },
  };
};

const NEVER = new AbortController().signal;
