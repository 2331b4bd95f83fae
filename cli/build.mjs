// Compiles the command line program to cli/dist, since Node 20 does not run TypeScript by itself.
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'glob';

const cli = fileURLToPath(new URL('.', import.meta.url));
const out = join(cli, 'dist');
const stamp = join(out, 'stamp');

/** Fingerprint of all that the program and the runtime are made from. */
function fingerprint() {
  const files = globSync('**/*.{ts,tsx,mjs,css}', { cwd: cli, ignore: 'dist/**', absolute: true }).sort();
  const lock = join(cli, '../package-lock.json');
  const all = [...files, ...(existsSync(lock) ? [lock] : [])];
  const lines = all.map((file) => `${file.slice(cli.length)} ${hash('sha256', readFileSync(file))}`);
  return hash('sha256', lines.join('\n')).slice(0, 16);
}

const version = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
  const { build } = await import('rolldown');
  const { version: release } = JSON.parse(readFileSync(join(cli, '../package.json'), 'utf8'));
  const { output } = await build({
    input: {
      bin: join(cli, 'bin.ts'),
      worker: join(cli, 'render/worker.ts'),
      'cards-worker': join(cli, 'cards/worker.ts'),
      pipeline: join(cli, 'pipeline.ts'),
      'site-thread': join(cli, 'serve/live/thread.ts'),
      'bundle-process': join(cli, 'bundle/process.ts'),
      'watch-thread': join(cli, 'serve/watch/thread.ts'),
    },
    platform: 'node',
    // The package's UMD build calls `require` in a way that no bundler can follow.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    // What stays outside: programs of their own, native code, and React, of which there may be one copy only.
    // All else is put in, since opening a thousand small files takes longer than running them.
    external: [/^node:/, /^(?:vite|rolldown|satteri|chokidar|sirv|react|react-dom|@vitejs\/plugin-react)(?:\/|$)/],
    transform: { define: { __SITEGEN_RELEASE__: JSON.stringify(release), __SITEGEN_BUILD__: JSON.stringify(version) } },
    output: {
      dir: out,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      banner: (chunk) => (chunk.name === 'bin' ? '#!/usr/bin/env node' : ''),
    },
    logLevel: 'warn',
  });
  writeFileSync(stamp, version);
  // Chunks of an earlier version may still be imported by a process that runs it; they go a while later.
  const current = new Set([...output.map((chunk) => chunk.fileName), 'stamp']);
  for (const name of readdirSync(out)) {
    const file = join(out, name);
    if (!current.has(name) && Date.now() - statSync(file).mtimeMs > 3_600_000) rmSync(file, { recursive: true });
  }
}
