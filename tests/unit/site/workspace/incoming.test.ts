import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { picturePerUrl } from '../../../../site/workspace/incoming.ts';

test('a picture from a web address is named by the end of its path, also with a bare percent sign', async () => {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = ['/a%20b.png', '/sale-50%.png', '/'].map(async (path) => {
    const found = await picturePerUrl(base + path, base);
    return found.ok ? found.value.name : found.error.code;
  });
  expect(await Promise.all(names)).toEqual(['a b.png', 'sale-50%.png', 'picture']);
  server.close();
});
