import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { inTime, MAX_CODE_MS } from '../../../../cli/plugins/import.ts';

const server = createServer(() => {});
afterEach(() => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
});

it('a request that the signal of the time limit aborts fails with the limit, as code does that ignores the signal', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = once(server, 'request');
  let requestFailure: unknown;
  const fetching = inTime((signal) =>
    fetch(url, { signal }).catch((error) => {
      requestFailure = error;
      throw error;
    }),
  );
  const ignoring = inTime(() => new Promise(() => {}));
  const failures = Promise.allSettled([fetching, ignoring]);
  await requested;
  vi.advanceTimersByTime(MAX_CODE_MS);
  const late = { status: 'rejected', reason: new Error('it returned nothing within 60 s.') };
  expect(await failures).toEqual([late, late]);
  expect(requestFailure).toEqual(late.reason);
});
