import { bytesOf } from './body.ts';

/** `again`: it may work a second time. */
export type Posted = 'sent' | 'again' | 'refused';

export type Transport = {
  /** Never rejects. `outlive`: the request shall go on when the page is left. */
  readonly post: (body: string, outlive: boolean) => Promise<Posted>;
  /** Hands a body to the browser as the page goes; false where it does not take it. */
  readonly beacon: (body: string) => boolean;
};

export type TransportParts = {
  readonly endpoint: string;
  readonly fetch: typeof fetch;
  readonly sendBeacon: ((url: string, body: Blob) => boolean) | null;
};

const VERSION = '0.6.0';
/** Statuses after which a request is sent once more. */
const AGAIN = [408, 409, 425, 429, 500, 502, 503, 504];

const withVersion = (endpoint: string): string => {
  const url = new URL(endpoint);
  if (!url.searchParams.has('APIVersion')) url.searchParams.set('APIVersion', VERSION);
  return url.href;
};

/** Requests to the collector, without cookies. A beacon cannot carry headers: the address carries the version, too. */
export const createTransport = ({ endpoint, fetch, sendBeacon }: TransportParts): Transport => {
  const url = withVersion(endpoint);
  return {
    post: async (body, outlive) => {
      try {
        const { ok, status } = await fetch(url, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'x-log-apiversion': VERSION,
            'x-log-bodyrawsize': String(bytesOf(body)),
          },
          body,
          credentials: 'omit',
          keepalive: outlive,
          referrerPolicy: 'strict-origin',
        });
        return ok ? 'sent' : AGAIN.includes(status) ? 'again' : 'refused';
      } catch {
        return 'again';
      }
    },
    // Plain text needs no CORS preflight.
    beacon: (body) => sendBeacon?.(url, new Blob([body], { type: 'text/plain' })) ?? false,
  };
};
