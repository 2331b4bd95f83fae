/** The worker for video. The bundler sees this expression and makes a file of its own of it. */
export function startVideoWorker(): Worker {
  return new Worker(new URL('./video.worker.ts', import.meta.url), { type: 'module', name: 'video' });
}
