/** The worker that all tools share. The bundler sees this expression and makes a file of its own of it. */
export function startToolWorker(): Worker {
  return new Worker(new URL('./tool.worker.ts', import.meta.url), { type: 'module', name: 'tools' });
}
