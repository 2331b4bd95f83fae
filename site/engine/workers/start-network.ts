/** Starts the worker for networks from another worker. The bundler recognises this expression and bundles the entry. */
export function startNetworkWorker(): Worker {
  return new Worker(new URL('./network.worker.ts', import.meta.url), { type: 'module', name: 'networks' });
}
