import { describe, expect, it } from 'vitest';
import { urlsOf } from '../../../../../cli/serve/http/listen.ts';

describe('urlsOf', () => {
  it('names this machine by its usual name, and no other address while it listens here only', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      expect(urlsOf(host, 3000, '/sub')).toEqual({ local: 'http://localhost:3000/sub/', network: [] });
    }
  });

  it('writes an address of version 6 in brackets', () => {
    expect(urlsOf('fe80::1', 80, '').local).toBe('http://[fe80::1]:80/');
  });

  it('lists addresses of the network where it listens to all', () => {
    const { local, network } = urlsOf('0.0.0.0', 3000, '');
    expect(local).toBe('http://localhost:3000/');
    for (const url of network) expect(url).toMatch(/^http:\/\/(?!127\.)(?:\d+\.){3}\d+:3000\/$/);
  });
});
