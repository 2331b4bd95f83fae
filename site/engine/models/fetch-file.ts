/** A small file that has not arrived after this time is requested once more. */
const LIMIT_MS = 15_000;

/** Fetches a small file. Rejects if a second request brings no answer in time either, or the network fails. */
export async function fetchFile(url: string, limitMs: number = LIMIT_MS): Promise<Response> {
  const request = async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    // The signal limits the time of the content as well.
    return new Response(await response.arrayBuffer(), response);
  };
  return request().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TimeoutError') return request();
    throw error;
  });
}
