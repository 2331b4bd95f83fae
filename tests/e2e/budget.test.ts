import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BuildMeta } from '../../cli/contract.ts';
import { openHost, out, root } from './real-site.ts';

const file = (url: string) => readFileSync(join(root, out, url.slice(1)));
const compressed = (content: Uint8Array | string) => brotliCompressSync(content).length;

/** Hashes are tried in place of those in the names of files: a script's size differs by up to 260 bytes with them. */
const HASH_SETS = 32;

/** Returns the mean compressed size of a script over sets of hashes, in bytes. It is the same whatever hashes the script has. */
function meanSize(url: string): number {
  const script = file(url).toString('utf8');
  const order: string[] = [];
  const sizes = Array.from({ length: HASH_SETS }, (_, set) =>
    compressed(
      script.replace(/-([\w-]{8})\.(js|css)\b/g, (_name, hash: string, extension: string) => {
        if (!order.includes(hash)) order.push(hash);
        const seed = `${set} ${order.indexOf(hash)}`;
        return `-${createHash('sha256').update(seed).digest('base64url').slice(0, 8)}.${extension}`;
      }),
    ),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size) / HASH_SETS);
}

/** Size of React and react-dom alone, bundled like the site. */
async function bareReact(): Promise<number> {
  // Vite reads it to choose React's production build.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      {
        name: 'bare',
        resolveId: (id) => (id === 'bare' ? '\0bare' : null),
        load: (id) =>
          id === '\0bare'
            ? `import { createElement } from 'react'; import { jsx } from 'react/jsx-runtime'; import { hydrateRoot } from 'react-dom/client';
               hydrateRoot(document, createElement('p', null, jsx('b', {})));`
            : null,
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: 'bare' } },
  })) as Rolldown.RolldownOutput;
  process.env.NODE_ENV = before;
  return result.output.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? compressed(chunk.code) : 0), 0);
}

function latestMeta(): BuildMeta {
  const { id } = JSON.parse(file('/builds/latest.json').toString('utf8')) as { id: string };
  return JSON.parse(file(`/builds/meta/${id}.json`).toString('utf8')) as BuildMeta;
}

describe('what a page loads', () => {
  let meta: BuildMeta;
  let html: string;
  beforeAll(async () => {
    await openHost();
    meta = latestMeta();
    html = file('/blog/what-blur-is/index.html').toString('utf8');
  });

  it('never imports the entry of a worker from another script, which WebKit would run a second time', () => {
    const scripts = readdirSync(join(root, out, 'assets')).filter((name) => name.endsWith('.js'));
    const entries = scripts.filter((name) => name.includes('.worker-'));
    expect(entries.length).toBeGreaterThanOrEqual(3);
    const importers = scripts.flatMap((name) => {
      const code = file(`/assets/${name}`).toString('utf8');
      const imports = [...code.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+)["'`]/g)].map(([, path]) => path);
      return entries.filter((entry) => imports.includes(entry)).map((entry) => `${name} imports ${entry}`);
    });
    expect(importers).toEqual([]);
  });

  it('publishes each part of the runtime for networks once, though three workers use it', () => {
    const parts = readdirSync(join(root, out, 'assets')).filter((name) => /^ort.*\.(?:m?js|wasm)$/.test(name));
    const names = parts.map((name) => name.replace(/-[\w-]{8}\.(\w+)$/, '.$1')).sort();
    expect(names).toEqual([
      'ort-wasm-simd-threaded.asyncify.mjs',
      'ort-wasm-simd-threaded.jspi.mjs',
      'ort-wasm-simd-threaded.jspi.wasm',
      'ort-wasm-simd-threaded.mjs',
      'ort-wasm-simd-threaded.wasm',
      'ort.jspi.bundle.min.mjs',
      'ort.wasm.bundle.min.mjs',
      'ort.webgpu.bundle.min.mjs',
    ]);
  });

  it('publishes the WebAssembly of each codec once, though several workers use it', () => {
    const files = readdirSync(join(root, out, 'assets')).filter((name) => /^(?:mozjpeg|jxl).*\.wasm$/.test(name));
    const names = files.map((name) => name.replace(/-[\w-]{8}\.wasm$/, '')).sort();
    expect(names).toEqual(['jxl_dec', 'jxl_enc', 'mozjpeg_enc']);
  });

  it('is at most 12 kB above bare React on a blog post, and 12.9 kB with the boot bundle and navigation alone', async () => {
    const entry = /<script type="module" src="([^"]+)"/.exec(html)?.[1] as string;
    const navigation = readdirSync(join(root, out, 'assets')).find((name) => /^navigation-.*\.js$/.test(name));
    expect(navigation).toBeDefined();
    const assets = meta.pages['templates/BlogPost'];
    const scripts = [entry, assets?.chunk ?? '', ...(assets?.imports ?? [])];
    const react = await bareReact();
    const [boot = 0, ...others] = scripts.map(meanSize);
    const post = others.reduce((sum, size) => sum + size, boot) - react;
    const shell = boot + meanSize(`/assets/${navigation}`) - react;
    console.info(`above bare React (${react} bytes): a blog post ${post}, boot bundle and navigation ${shell}`);
    expect(post).toBeGreaterThan(5_000);
    expect(post).toBeLessThanOrEqual(12_000);
    expect(shell).toBeLessThanOrEqual(12_900);
  });

  it('is at most 90 kB of JavaScript and 30 kB of CSS for a blog post and the home page', () => {
    for (const [page, path] of [
      ['templates/BlogPost', '/blog/what-blur-is'],
      ['pages/Home', '/'],
    ] as const) {
      const document = file(`${path === '/' ? '' : path}/index.html`).toString('utf8');
      const entry = /<script type="module" src="([^"]+)"/.exec(document)?.[1] as string;
      const assets = meta.pages[page];
      const scripts = [entry, assets?.chunk ?? '', ...(assets?.imports ?? [])];
      expect(
        scripts.reduce((sum, url) => sum + compressed(file(url)), 0),
        page,
      ).toBeLessThanOrEqual(90_000);
      expect(
        (assets?.css ?? []).reduce((sum, url) => sum + compressed(file(url)), 0),
        page,
      ).toBeLessThanOrEqual(30_000);
      expect(compressed(document), page).toBeLessThanOrEqual(50_000);
    }
  });
});
