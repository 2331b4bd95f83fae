/** Starts the worker for picture tools. The bundler recognises this expression and bundles the entry. */
export function startToolWorker(): Worker {
  return new Worker(new URL('./tool.worker.ts', import.meta.url), { type: 'module', name: 'tools' });
}
