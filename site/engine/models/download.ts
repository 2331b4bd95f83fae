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

/**
 * Downloads a file of known size. Resumes a broken connection, up to four times without progress. Never throws; the
 * caller checks the hash.
 */
export async function download(request: DownloadRequest, network: Network): Promise<Received> {
  const { bytes, signal, onProgress } = request;
  const content = new Uint8Array(bytes);
  let received = Math.min(request.part.length, bytes);
  content.set(request.part.subarray(0, received));
  onProgress(received, bytes);
  for (let failures = 0; failures < ATTEMPTS; ) {
    const before = received;
    try {
      const response = await network.fetch(request.url, { signal, headers: rangeFrom(received) });
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
      for await (const chunk of chunksOf(response)) {
        if (received + chunk.length > bytes) return { kind: 'wrong' };
        content.set(chunk, received);
        received += chunk.length;
        onProgress(received, bytes);
      }
      return received === bytes ? { kind: 'whole', content } : { kind: 'wrong' };
    } catch {
      if (signal.aborted) return { kind: 'cancelled', part: content.subarray(0, received) };
      failures = received > before ? 1 : failures + 1;
      if (failures < ATTEMPTS) await network.wait(FIRST_WAIT_MS * 2 ** (failures - 1));
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

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    // Closes the connection when the caller stops early.
    await reader.cancel().catch(() => undefined);
  }
}
