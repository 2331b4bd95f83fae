import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

/** Time in which a thread that runs code answers; one that waits for something never does. */
const ANSWER_MS = 1000;

type Frame = {
  readonly functionName: string;
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber: number };
};

/**
 * Pauses the code that a thread of this one runs, such as an endless loop, for a moment. Resolves to its stack as Node writes
 * that of an error, `''` for a thread that runs no code.
 */
export async function busyStack({ threadId }: Worker): Promise<string> {
  const session = new Session();
  session.connect();
  const none = new Promise<string>((resolve) => setTimeout(resolve, ANSWER_MS, ''));
  const stack = await Promise.race([pausedStack(session, threadId), none]);
  session.disconnect();
  return stack;
}

function pausedStack(session: Session, threadId: number): Promise<string> {
  let sessionId = '';
  const urls = new Map<string, string>();
  const lineOf = ({ functionName, location: { scriptId, lineNumber, columnNumber } }: Frame): string =>
    `    at ${functionName || '<anonymous>'} (${urls.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`;
  const send = (method: string) =>
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id: 1, method }) });
  return new Promise((resolve) => {
    session.on('NodeWorker.attachedToWorker', ({ params }) => {
      if (!params.workerInfo.title.startsWith(`[worker ${threadId}]`)) return;
      ({ sessionId } = params);
      send('Debugger.enable');
      send('Debugger.pause');
    });
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
      const { method, params: state } = JSON.parse(params.message);
      if (method === 'Debugger.scriptParsed') urls.set(state.scriptId, state.url);
      if (method !== 'Debugger.paused') return;
      // A paused thread cannot be ended.
      send('Debugger.resume');
      resolve(state.callFrames.map(lineOf).join('\n'));
    });
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  });
}
