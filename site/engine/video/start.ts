/** Starts the worker for video. The bundler recognises this expression and bundles the entry. */
export function startVideoWorker(): Worker {
  return new Worker(new URL('./video.worker.ts', import.meta.url), { type: 'module', name: 'video' });
}
