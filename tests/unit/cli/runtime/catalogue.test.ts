import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogueMaxAgeMs, createCatalogues } from '../../../../cli/runtime/catalogue.ts';

const requests: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  requests.push(request.headers);
  if (request.url !== '/_i18n/de/messages.json') return response.writeHead(404).end();
  return response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ de: { a: 'eigen' }, en: { a: 'own', b: 'fallback' } }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void requests.splice(0));

const open = (now: () => number, cacheable = true) =>
  createCatalogues({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, now, cacheable });

test('find returns the message of the locale, else that of a fallback', async () => {
  const catalogues = open(() => 0);
  expect(catalogues.find('de', 'a')).toBeInstanceOf(Promise);
  await catalogues.load('de');
  expect(['a', 'b', 'c'].map((key) => catalogues.find('de', key))).toEqual(['eigen', 'fallback', undefined]);
});

test('messages are cached for 24 h; simultaneous loads share one request', async () => {
  let now = 0;
  const catalogues = open(() => now);
  await Promise.all([catalogues.load('de'), catalogues.load('de'), catalogues.find('de', 'a')]);
  now = catalogueMaxAgeMs - 1;
  await catalogues.load('de');
  expect(requests).toHaveLength(1);
  now = catalogueMaxAgeMs;
  await catalogues.load('de');
  expect(requests).toHaveLength(2);
});

test('a locale that cannot be loaded has no messages; the next load tries again', async () => {
  const catalogues = open(() => 0);
  await catalogues.load('xx');
  expect(catalogues.find('xx', 'a')).toBeUndefined();
  expect(requests).toHaveLength(1);
  await catalogues.load('xx');
  expect(requests).toHaveLength(2);
});

test('load sends a no-cache header if messages are not cacheable', async () => {
  await open(() => 0, false).load('de');
  expect(requests[0]?.['cache-control']).toBe('no-cache');
});
