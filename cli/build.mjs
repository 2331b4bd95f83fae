// Compiles the package to cli/dist, since Node 20 does not run TypeScript by itself: the program for Node, and the
// runtime that Vite bundles into pages. `--prune` removes the files of earlier versions at once, as for a tarball.
import { hash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'glob';

const cli = fileURLToPath(new URL('.', import.meta.url));
const out = join(cli, 'dist');
const stampFile = join(out, 'stamp');
const { version: release } = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'));

/** Fingerprint of all that the program and the runtime are made from. */
function fingerprint() {
  const ignore = ['dist/**', 'node_modules/**', 'templates/**', 'create/**'];
  const files = globSync('**/*.{ts,tsx,mjs,css}', { cwd: cli, ignore, absolute: true }).sort();
  const lock = join(cli, '../package-lock.json');
  const all = [...files, join(cli, 'package.json'), ...(existsSync(lock) ? [lock] : [])];
  const lines = all.map((file) => `${file.slice(cli.length)} ${hash('sha256', readFileSync(file))}`);
  return hash('sha256', lines.join('\n')).slice(0, 16);
}

/** Packages that stay outside: programs, native code, what few sites need, and React, of which there may be one copy only. */
const packages =
  /^(?:vite|rolldown|satteri|chokidar|sirv|isbot|sharp|pagefind|bullmq|ioredis|unstorage|aws4fetch|react|react-dom|@vitejs\/plugin-react)(?:\/|$)/;

/** The program. All other packages are put in, since opening a thousand small files takes longer than running them. */
const program = (version) => ({
  input: {
    bin: join(cli, 'bin.ts'),
    index: join(cli, 'index.ts'),
    cms: join(cli, 'cms/index.ts'),
    worker: join(cli, 'render/worker.ts'),
    'cards-worker': join(cli, 'cards/worker.ts'),
    pipeline: join(cli, 'pipeline.ts'),
    'site-thread': join(cli, 'serve/live/thread.ts'),
    'bundle-process': join(cli, 'bundle/process.ts'),
    'shard-process': join(cli, 'fleet/process.ts'),
    'watch-thread': join(cli, 'serve/watch/thread.ts'),
  },
  platform: 'node',
  // The package's UMD build calls `require` in a way that no bundler can follow.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  external: [/^node:/, packages],
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

/** The runtime, module by module: Vite leaves out of a page what the page does not use. */
const runtime = {
  input: [
    ...['index.ts', 'boot.tsx', 'server.tsx', 'island.tsx', 'islands.ts', 'lazy.tsx', 'island-root.ts', 'preload.ts'],
    ...['dev/overlay.ts', 'dev/bar.ts', 'dev/languages.ts', 'dev/messages.ts'],
  ].map((file) => join(cli, 'runtime', file)),
  external: [/^virtual:/, packages],
  output: {
    dir: join(out, 'runtime'),
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: join(cli, 'runtime'),
    entryFileNames: '[name].js',
  },
  logLevel: 'warn',
};

/** The licences of the packages whose code the program contains. */
function licences(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return [...new Set(texts)].join(`\n${'-'.repeat(80)}\n\n`);
}

const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : []);

const version = fingerprint();
if (readStamp()[0] !== version) {
  const { build } = await import('rolldown');
  rmSync(join(out, 'runtime'), { recursive: true, force: true });
  const [{ output }] = await Promise.all([build(program(version)), build(runtime)]);
  chmodSync(join(out, 'bin.js'), 0o755);
  writeFileSync(join(out, 'runtime/package.json'), '{ "type": "module", "sideEffects": ["./islands.css"] }\n');
  copyFileSync(join(cli, 'runtime/islands.css'), join(out, 'runtime/islands.css'));
  writeFileSync(join(out, 'licences.txt'), licences(output.flatMap((chunk) => chunk.moduleIds ?? [])));
  mkdirSync(out, { recursive: true });
  writeFileSync(stampFile, [version, ...output.map((chunk) => chunk.fileName)].join('\n'));
}
// Chunks of an earlier version may still be imported by a process that runs it; they go a while later.
const current = new Set(readStamp());
for (const name of readdirSync(out)) {
  const file = join(out, name);
  if (!name.endsWith('.js') || current.has(name)) continue;
  if (process.argv.includes('--prune') || Date.now() - statSync(file).mtimeMs > 3_600_000) rmSync(file);
}
