import { failed, type Outcome } from '../errors.ts';
import type { VideoAnswer, VideoRequest, VideoResponse, VideoSetup, VideoTask } from './protocol.ts';
import type { VideoProgress } from './types.ts';

export type VideoWatch = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VideoProgress) => void;
};

/** What a page drives. Nothing here rejects: problems are outcomes of the error catalogue. */
export type VideoHost = {
  readonly call: <Kind extends VideoTask['kind']>(
    task: Extract<VideoTask, { kind: Kind }>,
    watch?: VideoWatch,
  ) => Promise<Outcome<VideoAnswer[Kind]>>;
  /** Stops the work between two frames, or lets it go on. */
  readonly pause: (paused: boolean) => void;
  /** Ends the worker and whatever it does. */
  readonly close: () => void;
};

type Pending = { readonly finish: (outcome: Outcome<never>) => void; readonly watch: VideoWatch };

/** After a cancel the page is answered at once; the worker stops at its next frame. */
export function createVideoHost(startWorker: () => Worker, setup: Omit<VideoSetup, 'kind'>): VideoHost {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let nextId = 0;
  const post = (request: VideoRequest) => worker?.postMessage(request);
  const end = (outcome: Outcome<never>) => {
    worker?.terminate();
    worker = null;
    const all = [...pending.values()];
    pending.clear();
    for (const one of all) one.finish(outcome);
  };
  const receive = (message: VideoResponse) => {
    if (message.kind === 'alive') return;
    const one = pending.get(message.id);
    if (message.kind === 'progress') {
      if (!one?.watch.signal?.aborted) one?.watch.onProgress?.(message.progress);
      return;
    }
    pending.delete(message.id);
    one?.finish(message.outcome as Outcome<never>);
  };
  const start = () => {
    const own = startWorker();
    worker = own;
    own.onmessage = ({ data }: MessageEvent<VideoResponse>) => worker === own && receive(data);
    own.onerror = ({ message }) => worker === own && end(failed({ code: 'device.workerStopped', details: message }));
    post({ kind: 'setup', ...setup });
  };
  return {
    pause: (paused) => post({ kind: 'pause', paused }),
    close: () => end(failed({ code: 'job.cancelled' })),
    call: (task, watch = {}) =>
      new Promise((resolve) => {
        if (!worker) start();
        const id = nextId++;
        pending.set(id, { finish: resolve, watch });
        watch.signal?.addEventListener(
          'abort',
          () => {
            post({ kind: 'cancel', id });
            resolve(failed({ code: 'job.cancelled' }));
          },
          { once: true },
        );
        post({ kind: 'task', id, task });
      }),
  };
}
