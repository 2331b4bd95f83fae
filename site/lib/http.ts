import type { Json, SiteInfo } from '@safelight/sitegen/types';
import type { KyInstance, Options } from 'ky';

export type HttpOptions = {
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly query?: { readonly [name: string]: string | number | boolean };
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
  /** Milliseconds; that of `config/site.yaml` by default. */
  readonly timeoutMs?: number;
};

/** Sends a request and returns the JSON of the response. Rejects on a status other than 2xx, on timeout and on abort. */
type Send = <T = Json>(url: string, options?: HttpOptions) => Promise<T>;

export type Http = Readonly<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Send>>;

/** Browsers and proxies may repeat idempotent requests by themselves, so only the others are retried here. */
const retriedMethods = ['post', 'patch'] as const;
const retriedStatuses: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/**
 * Creates an HTTP client with the base URL and timeout of `config/site.yaml`. Requests that are not idempotent are
 * retried once, on the statuses above. The library behind it is loaded with the first request.
 */
export function createHttp(api: SiteInfo['api']): Http {
  let client: Promise<KyInstance> | null = null;
  const load = async (): Promise<KyInstance> => {
    const { default: ky, HTTPError } = await import('ky');
    return ky.create({
      prefixUrl: api.baseUrl,
      timeout: api.timeoutMs,
      retry: {
        limit: 1,
        methods: [...retriedMethods],
        shouldRetry: ({ error }) => error instanceof HTTPError && retriedStatuses.includes(error.response.status),
      },
    });
  };
  const sender =
    (method: string): Send =>
    async (url, { query, timeoutMs, ...rest } = {}) => {
      client ??= load();
      // The next request loads a chunk again that failed to load.
      const ky = await client.catch((error) => {
        client = null;
        throw error;
      });
      const isWhole = !api.baseUrl || /^[a-z][a-z\d+.-]*:/i.test(url);
      const options: Options = {
        method,
        ...rest,
        ...(query && { searchParams: query }),
        ...(timeoutMs !== undefined && { timeout: timeoutMs }),
        ...(isWhole && { prefixUrl: '' }),
      };
      return ky(isWhole ? url : url.replace(/^\//, ''), options).json();
    };
  return {
    get: sender('get'),
    post: sender('post'),
    put: sender('put'),
    patch: sender('patch'),
    delete: sender('delete'),
  };
}
