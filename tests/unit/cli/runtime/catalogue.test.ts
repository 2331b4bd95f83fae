import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogueMaxAgeMs, createCatalogues } from '../../../../cli/runtime/catalogue.ts';

const asked: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers);
  if (request.url !== '/_i18n/de/messages.json') return response.writeHead(404).end();
  return response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ de: { a: 'eigen' }, en: { a: 'own', b: 'fallback' } }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void asked.splice(0));

const open = (now: () => number, cacheable = true) =>
  createCatalogues({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, now, cacheable });

test('a message is looked for in the locale, then in its fallbacks', async () => {
  const catalogues = open(() => 0);
  expect(catalogues.find('de', 'a')).toBeInstanceOf(Promise);
  await catalogues.load('de');
  expect(['a', 'b', 'c'].map((key) => catalogues.find('de', key))).toEqual(['eigen', 'fallback', undefined]);
});

test('messages are cached for 24 h, and fetched once by all who ask at the same time', async () => {
  let now = 0;
  const catalogues = open(() => now);
  await Promise.all([catalogues.load('de'), catalogues.load('de'), catalogues.find('de', 'a')]);
  now = catalogueMaxAgeMs - 1;
  await catalogues.load('de');
  expect(asked).toHaveLength(1);
  now = catalogueMaxAgeMs;
  await catalogues.load('de');
  expect(asked).toHaveLength(2);
});

test('a locale that cannot be loaded has no messages; asking for it again tries again', async () => {
  const catalogues = open(() => 0);
  await catalogues.load('xx');
  expect(catalogues.find('xx', 'a')).toBeUndefined();
  expect(asked).toHaveLength(1);
  await catalogues.load('xx');
  expect(asked).toHaveLength(2);
});

test('no-cache header when not cacheable', async () => {
  await open(() => 0, false).load('de');
  expect(asked[0]?.['cache-control']).toBe('no-cache');
});
