import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { build, type Rolldown } from 'vite';
import { launchBrowser } from '../browser.ts';

export type Laboratory = {
  readonly page: Page;
  readonly url: string;
  /** Paths requested since the start. */
  readonly requests: readonly string[];
  /** Policy violations and uncaught errors of the page. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
};

export type LaboratoryOptions = {
  /** Whether the page is cross-origin isolated, which networks need for threads. */
  readonly isolated?: boolean;
  readonly files?: ReadonlyMap<string, string | Uint8Array>;
  readonly args?: readonly string[];
  /** Script in `page/` that the page runs, and the property of `window` that it sets. */
  readonly entry?: 'lab' | 'video';
};

const folder = fileURLToPath(new URL('./page/', import.meta.url));

const types: { readonly [extension: string]: string } = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Content security policy as strict as the site's: no `eval`, no `blob:` scripts or workers, no other origins. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  'img-src blob:',
  'media-src blob:',
].join('; ');

/** Bundles the engine as the site does, serves it under the site's policy, and opens it in Chromium. */
export async function openLaboratory({
  isolated = true,
  files,
  args,
  entry = 'lab',
}: LaboratoryOptions = {}): Promise<Laboratory> {
  const served = new Map<string, string | Uint8Array>([...(await bundle(entry)), ...(files ?? [])]);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';

    if (path !== '/favicon.ico') requests.push(path);
    const content = served.get(path);
    const isolation = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
    const headers = { 'content-security-policy': policy, ...(isolated ? isolation : {}) };
    if (path === '/favicon.ico') return response.writeHead(204).end();
    if (content === undefined) return response.writeHead(404, headers).end();
    const type = types[extname(path) || '.html'] ?? 'application/octet-stream';
    return response.writeHead(200, { ...headers, 'content-type': type }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser: Browser = await launchBrowser({
    args: ['--enable-precise-memory-info', ...(args ?? [])],
    needsGpu: args?.some((flag) => flag.includes('webgpu')) ?? false,
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  await page.waitForFunction((name) => name in window, entry);
  return {
    page,
    url,
    requests,
    complaints,
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bundle(name: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: `${folder}${name}.ts` },
    },
  })) as Rolldown.RolldownOutput;
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  const html = `<!doctype html><html lang="en"><title>Engine</title><script type="module" src="/${entry?.fileName}"></script></html>`;
  const contents = output.map(
    (file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source] as const,
  );
  return new Map([['/', html], ...contents]);
}
