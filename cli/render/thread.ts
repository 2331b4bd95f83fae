import { Worker } from 'node:worker_threads';
import { progressSlots } from './job.ts';

/** A worker thread with the memory in which it notes its current job. */
export type RenderThread = { readonly worker: Worker; readonly progress: Int32Array; readonly hasEnded: () => boolean };

/** Starts a worker thread: it loads its code while the caller goes on. `memoryMb`: limit of its heap in megabytes. */
export function startThread(memoryMb: number): RenderThread {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * progressSlots.count));
  progress.fill(-1);
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    stderr: false,
    workerData: progress,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let isEnded = false;
  worker.once('exit', () => {
    isEnded = true;
  });
  // Without a listener, an error of a thread that nobody uses yet would end the process.
  worker.on('error', () => {});
  return { worker, progress, hasEnded: () => isEnded };
}
