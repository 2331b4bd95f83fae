import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchFile } from '../../../../../site/engine/models/fetch-file.ts';

let requests = 0;
let answer: (response: ServerResponse) => void;
let url = '';
const server = createServer((_, response) => {
  requests += 1;
  answer(response);
});

beforeEach(async () => {
  requests = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('requests a file once more from a server that does not answer, or not to the end', async () => {
  answer = (response) => (requests === 1 ? response.write('{') : response.end('{}'));
  expect(await (await fetchFile(url, 400)).json()).toEqual({});
  expect(requests).toBe(2);
  answer = () => {};
  await expect(fetchFile(url, 50)).rejects.toThrow();
  expect(requests).toBe(4);
});
