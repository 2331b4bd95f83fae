export type Progress = (received: number, total: number) => void;

export type DownloadRequest = {
  readonly url: string;
  readonly bytes: number;
  /** The first bytes of the file, from an earlier attempt. */
  readonly part: Uint8Array;
  readonly signal: AbortSignal;
  readonly onProgress: Progress;
};

export type Received =
  | { readonly kind: 'whole'; readonly content: Uint8Array<ArrayBuffer> }
  /** Cancelled or given up, with the bytes received so far. */
  | { readonly kind: 'cancelled' | 'offline'; readonly part: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly status: number }
  /** The server sent more bytes than the file has, or fewer. */
  | { readonly kind: 'wrong' };

export type Network = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves after `ms` milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
};

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 400;

/** A connection that brings no bytes for this time is given up; slow ones bring some each second. */
const SILENCE_MS = 30_000;
/** Attempts that may end by silence in a row: each costs the visitor `SILENCE_MS`. */
const MAX_SILENCES = 2;

/**
 * Downloads a file of known size. Resumes a broken connection, up to four times without progress, and a silent one once.
 * Never throws; the caller checks the hash.
 */
export async function download(request: DownloadRequest, network: Network): Promise<Received> {
  const { bytes, signal, onProgress } = request;
  const content = new Uint8Array(bytes);
  let received = Math.min(request.part.length, bytes);
  content.set(request.part.subarray(0, received));
  onProgress(received, bytes);
  let silences = 0;
  for (let failures = 0; failures < ATTEMPTS && silences < MAX_SILENCES; ) {
    const before = received;
    const silence = silenceLimit(signal);
    try {
      const { signal: attemptSignal } = silence;
      const response = await silence.limit(
        network.fetch(request.url, { signal: attemptSignal, headers: rangeFrom(received) }),
      );
      if (!continues(response, received)) {
        // The server cannot resume from this offset: start again, once.
        if (response.status === 416 && received > 0) {
          received = 0;
          failures += 1;
          continue;
        }
        if (response.status === 200) received = 0;
        else if (response.status < 500) return { kind: 'refused', status: response.status };
        else throw new Error('busy');
      }
      for await (const chunk of chunksOf(response, silence.limit)) {
        if (received + chunk.length > bytes) return { kind: 'wrong' };
        content.set(chunk, received);
        received += chunk.length;
        onProgress(received, bytes);
      }
      return received === bytes ? { kind: 'whole', content } : { kind: 'wrong' };
    } catch {
      if (signal.aborted) return { kind: 'cancelled', part: content.subarray(0, received) };
      failures = received > before ? 1 : failures + 1;
      if (silence.isOver()) silences = received > before ? 1 : silences + 1;
      else if (failures < ATTEMPTS) await network.wait(FIRST_WAIT_MS * 2 ** (failures - 1));
    } finally {
      silence.end();
    }
  }
  return { kind: 'offline', part: content.subarray(0, received) };
}

function rangeFrom(offset: number): Record<string, string> {
  return offset > 0 ? { range: `bytes=${offset}-` } : {};
}

function continues(response: Response, offset: number): boolean {
  if (offset === 0) return response.status === 200;
  return response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${offset}-`) === true;
}

type Limit = <T>(answer: Promise<T>) => Promise<T>;

type SilenceLimit = {
  /** Aborted by the caller's signal, or by silence. */
  readonly signal: AbortSignal;
  /** Rejects if the answer takes longer than the limit, or the caller's signal is aborted. */
  readonly limit: Limit;
  /** Whether the limit was exceeded. */
  readonly isOver: () => boolean;
  /** Stops listening to the caller's signal. */
  readonly end: () => void;
};

/** Limits the time between two answers of one connection. */
function silenceLimit(signal: AbortSignal): SilenceLimit {
  const controller = new AbortController();
  let isOver = false;
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    signal: controller.signal,
    // A service worker between page and network need not pass an abort on, so the answer is not awaited further.
    limit: (answer) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('silent'));
        const timer = setTimeout(() => {
          isOver = true;
          abort();
        }, SILENCE_MS);
        controller.signal.addEventListener('abort', fail, { once: true });
        answer.then(resolve, reject).finally(() => {
          clearTimeout(timer);
          controller.signal.removeEventListener('abort', fail);
        });
        if (controller.signal.aborted) fail();
      }),
    isOver: () => isOver,
    end: () => signal.removeEventListener('abort', abort),
  };
}

async function* chunksOf(response: Response, limit: Limit): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let step = await limit(reader.read()); !step.done; step = await limit(reader.read())) yield step.value;
  } finally {
    // Closes the connection when the caller stops early; a silent one need not confirm it.
    void reader.cancel().catch(() => undefined);
  }
}
