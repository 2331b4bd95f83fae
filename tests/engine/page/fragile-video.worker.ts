import { serveVideo } from '../../../site/engine/video/serve.ts';

/** The real video worker, except that a request for a time before the start terminates it silently. */
const scope = globalThis as unknown as Parameters<typeof serveVideo>[0] & { readonly close: () => void };
serveVideo(scope);
const handle = scope.onmessage;
scope.onmessage = (event) => {
  const { data } = event;
  if (data.kind === 'task' && data.task.kind === 'look' && data.task.time < 0) return scope.close();
  return handle?.call(scope as never, event);
};
