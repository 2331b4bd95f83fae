import { codeLocation } from '../bundle/locations.ts';
import { busyStack } from '../lib/busy-stack.ts';
import type { BodyStore } from './body-store.ts';
import { type BodyJob, type FromWorker, type PageJob, progressSlots, type RenderScope, type ToWorker } from './job.ts';
import type { WorkerLoss } from './losses.ts';
import { type RenderThread, startThread } from './thread.ts';

export type ThreadOptions = {
  readonly scope: RenderScope;
  /** Rendered Markdown, or null where none is kept. */
  readonly store: BodyStore | null;
  /** Folder that pages are written into. */
  readonly stage: string;
  /** Time limit of one page, in milliseconds. */
  readonly timeoutMs: number;
  /** Heap limit of a thread, in megabytes. */
  readonly memoryMb: number;
  /** True if the memory of the build is limited. */
  readonly isLimited: boolean;
  /** A thread that was started before, or null. Its owner ends it. */
  readonly thread: RenderThread | null;
};

export type Request =
  | { readonly kind: 'bodies'; readonly jobs: readonly BodyJob[] }
  | { readonly kind: 'pages'; readonly jobs: readonly PageJob[] };

/** A place for one thread at a time: a thread that ended is replaced at the next request. */
export type ThreadSlot = {
  /** Posts a request with an id of its own. Rejects with a `LostWorker` if the thread ends before its reply. */
  readonly request: (id: number, request: Request) => Promise<FromWorker>;
};

/** The threads of a pool. */
export type RenderThreads = {
  /** Returns the slots, after adding some up to a count. */
  readonly opened: (count: number) => readonly ThreadSlot[];
  /** Loads the code of the pages into all threads, and into those that start later. */
  readonly load: (code: ToWorker) => void;
  readonly close: () => Promise<void>;
};

/** The reason by which requests of an ended thread are rejected: the current request and job, and why it ended. */
export class LostWorker {
  readonly id: number;
  readonly index: number;
  /** True if it ended before the site's code was loaded. */
  readonly isLoading: boolean;
  readonly loss: WorkerLoss;

  constructor({ id, index, isLoading, loss }: Pick<LostWorker, 'id' | 'index' | 'isLoading' | 'loss'>) {
    this.id = id;
    this.index = index;
    this.isLoading = isLoading;
    this.loss = loss;
  }
}

/** Creates the threads of a pool; the first requests start them. Ends a thread whose job exceeds the time limit. */
export function createThreads(options: ThreadOptions): RenderThreads {
  const { timeoutMs } = options;
  const slots: Slot[] = [];
  let early = options.thread;
  let code: ToWorker | null = null;
  const next = () => {
    const thread = early && !early.hasEnded() ? early : startThread(options.memoryMb, options.isLimited);
    early = null;
    return thread;
  };
  const opened = (count: number) => {
    while (slots.length < count) slots.push(createSlot({ ...options, next, code: () => code }));
    return slots;
  };
  const endOverdue = () => {
    for (const slot of slots) slot.endIfOverdue();
  };
  const timer = setInterval(endOverdue, Math.min(500, timeoutMs / 5));
  timer.unref();
  return {
    opened,
    load: (loaded) => {
      code = loaded;
      for (const slot of slots) slot.post(loaded);
      if (early) opened(1);
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

type SlotOptions = Omit<ThreadOptions, 'thread'> & {
  /** Returns a thread that nothing uses. */
  readonly next: () => RenderThread;
  /** The message that loads the code of the pages, or null before it is known. */
  readonly code: () => ToWorker | null;
};

type Slot = ThreadSlot & {
  readonly post: (message: ToWorker) => void;
  readonly endIfOverdue: () => void;
  readonly close: () => Promise<number>;
};

type PendingReply = { readonly resolve: (reply: FromWorker) => void; readonly reject: (loss: LostWorker) => void };

function createSlot({ scope, store, stage, timeoutMs, memoryMb, next, code }: SlotOptions): Slot {
  const pendingReplies = new Map<number, PendingReply>();
  /** Memory of bodies that are stored: it goes back to the thread, since garbage outside of the heap is collected late. */
  const spares: ArrayBuffer[] = [];
  let isClosed = false;
  let thread: RenderThread;
  let loss: WorkerLoss | null;
  let isEnded: boolean;
  /** The job that the thread had at the last check, and the time of the check that first saw it. */
  let lastSeen: { readonly job: string; readonly atMs: number };

  const post = (message: ToWorker, transfer: readonly ArrayBuffer[] = []) =>
    thread.worker.postMessage(message, transfer);

  const start = (): void => {
    thread = next();
    loss = null;
    isEnded = false;
    lastSeen = { job: '', atMs: performance.now() };
    const { worker, progress } = thread;
    worker.on('message', (message: FromWorker) => {
      const pending = pendingReplies.get(message.id);
      pendingReplies.delete(message.id);
      pending?.resolve(message);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      loss ??= isFull ? { kind: 'memory', memoryMb } : { kind: 'error', error };
    });
    worker.on('exit', (exitCode) => {
      isEnded = true;
      if (!isClosed) rejectReplies(progress, loss ?? { kind: 'exit', exitCode });
    });
    post({ kind: 'scope', scope, stage, keepsBodies: store !== null });
    const loaded = code();
    if (loaded) post(loaded);
  };

  /** Rejects the requests of an ended thread, whatever its end was caused by. */
  const rejectReplies = (progress: Int32Array, cause: WorkerLoss): void => {
    const lostReplies = [...pendingReplies];
    pendingReplies.clear();
    const noted = (at: number) => progress[at] as number;
    // Attribute the end of a thread before its first job to that job, so that no job is retried forever.
    const [id, index] = lostReplies.some(([pendingId]) => pendingId === noted(progressSlots.batch))
      ? [noted(progressSlots.batch), noted(progressSlots.job)]
      : [lostReplies[0]?.[0] ?? -1, 0];
    const isLoading = code() !== null && noted(progressSlots.loaded) !== 1;
    for (const [, { reject }] of lostReplies) reject(new LostWorker({ id, index, isLoading, loss: cause }));
  };

  start();
  return {
    post,
    request: async (id, request) => {
      const reply = await new Promise<FromWorker>((resolve, reject) => {
        if (isEnded) start();
        pendingReplies.set(id, { resolve, reject });
        const spare = spares.pop() ?? null;
        post({ ...request, id, spare }, spare ? [spare] : []);
      });
      if (reply.bodies) {
        store?.add(reply.bodies);
        spares.push(reply.bodies.bytes.buffer);
      }
      return reply;
    },
    endIfOverdue: () => {
      const now = performance.now();
      const job = pendingReplies.size === 0 ? '' : thread.progress.join();
      if (job !== lastSeen.job || job === '') lastSeen = { job, atMs: now };
      else if (now - lastSeen.atMs >= timeoutMs && loss === null) {
        const overdue = thread.worker;
        loss = { kind: 'timeout', timeoutMs, location: null };
        void busyStack(overdue).then((stack) => {
          loss = { kind: 'timeout', timeoutMs, location: codeLocation(stack, scope.root) };
          return overdue.terminate();
        });
      }
    },
    close: () => {
      isClosed = true;
      return thread.worker.terminate();
    },
  };
}
