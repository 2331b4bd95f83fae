import { bodyOf, type Frame, fitting, type Log } from './body.ts';
import type { Transport } from './transport.ts';

/** Requests that may be under way at once. */
export const MAX_REQUESTS = 10;

/** A body is sent when this number of events waits, or this time after the first of them. */
export const BATCH = { count: 1, ms: 50 } as const;

export type QueueParts = {
  readonly transport: Transport;
  /** Read for every request, as tags may change. */
  readonly frame: () => Frame;
  readonly batch?: { readonly count: number; readonly ms: number };
  /** Runs `work` after `ms` milliseconds. */
  readonly later: (work: () => void, ms: number) => void;
  /** Hears of what was lost. */
  readonly warn: (message: string) => void;
};

export type Queue = {
  readonly add: (log: Log) => void;
  /** The page is being hidden: everything that waits goes out now. Gives back what the browser did not take. */
  readonly leave: () => readonly Log[];
};

/** Sends logs in their order, a few requests at a time; what waits meanwhile goes out together. */
export const createQueue = ({ transport, frame, batch = BATCH, later, warn }: QueueParts): Queue => {
  let waiting: readonly Log[] = [];
  let underWay = 0;
  let timed = false;

  const take = (): readonly Log[] => {
    const count = fitting(waiting, frame());
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return batch;
  };
  const post = async (logs: readonly Log[]): Promise<void> => {
    const body = bodyOf(logs, frame());
    const first = await transport.post(body, true);
    // What may not outlive the page is free of the browser's limit, which may have been the reason.
    const last = first === 'again' ? await transport.post(body, false) : first;
    if (last !== 'sent') warn(`Tracking: ${logs.length} events could not be sent.`);
  };
  const send = (): void => {
    while (waiting.length > 0 && underWay < MAX_REQUESTS) {
      underWay += 1;
      post(take()).then(() => {
        underWay -= 1;
        send();
      });
    }
  };
  return {
    add: (log) => {
      waiting = [...waiting, log];
      if (waiting.length >= batch.count) send();
      else if (!timed) {
        timed = true;
        later(() => {
          timed = false;
          send();
        }, batch.ms);
      }
    },
    leave: () => {
      const refused: Log[] = [];
      while (waiting.length > 0) {
        const logs = take();
        if (!transport.beacon(bodyOf(logs, frame()))) refused.push(...logs);
      }
      return refused;
    },
  };
};
