// node tests/bench/search/peers.mjs [POSTS] [--rounds 5]
//
// Builds the same posts (default: 1,000) with sitegen and with Rspress, which it installs into a temporary folder, and
// searches both in Chromium with an empty cache: opens the search, types a query, and waits for the first result, then types
// another one. Prints the size of each index, and medians of a query that one post answers and of one that every post
// answers: time, CPU seconds of the page's process, bytes, and the time of the next query.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { browserFlags, installedTestBrowser } from '../../../scripts/ensure.mjs';
import { postText } from '../build/corpus.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const posts = Number(positionals[0] ?? 1000);
const rounds = Number(values.rounds);
const rspressVersion = '2.0.22';
const project = fileURLToPath(new URL('../../..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'search-bench-'));

/** A word that only post `i` has. */
const keywordOf = (i) => `q${[...String(i)].map((digit) => 'bcdfghjklm'[digit]).join('')}ant`;
const textOf = (i) => `${postText(i, posts)}\nThe word of this post is ${keywordOf(i)}.\n`;
const queries = { 'one post': keywordOf(Math.floor(posts / 2)), 'every post': 'paper' };

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function buildSitegen() {
  const site = join(root, 'sitegen');
  cpSync(join(project, 'tests/bench/build/site'), site, { recursive: true });
  for (let i = 0; i < posts; i++) write(join(site, `content/blog/post-${i}/en.md`), textOf(i));
  write(join(site, 'config/site.yaml'), 'name: Bench\nurl: https://bench.example\nsearch: {}\n');
  write(
    join(site, 'site/App.jsx'),
    `import { useSearch } from '@safelight/sitegen/runtime';
import { useState } from 'react';
export function App({ children }) {
  const search = useSearch();
  const [results, setResults] = useState([]);
  const find = async (query) => setResults(query ? await (await search.find(query)).load(0, 10) : []);
  return <>
    <input type="search" aria-label="Search" onFocus={search?.prepare} onChange={(event) => find(event.target.value)} />
    <ul id="results">{results.map(({ path, title }) => <li key={path}><a href={path}>{title}</a></li>)}</ul>
    <main>{children}</main>
  </>;
}
`,
  );
  symlinkSync(join(project, 'node_modules'), join(site, 'node_modules'));
  execFileSync(process.execPath, [join(project, 'cli/dist/bin.js'), 'build', '--root', site], { stdio: 'ignore' });
  const open = async (page) => {
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('input') ?? {}).some((key) => key.startsWith('__react')),
    );
    await page.focus('input');
  };
  const isOfIndex = (path) => path.startsWith('_search/');
  return { name: 'sitegen', out: join(site, 'dist'), isOfIndex, open, input: 'input', result: '#results li a' };
}

function buildRspress() {
  const site = join(root, 'rspress');
  for (let i = 0; i < posts; i++) write(join(site, `docs/blog/post-${i}.md`), textOf(i));
  write(join(site, 'docs/index.md'), '# Home\n\nHome\n');
  write(join(site, 'package.json'), '{ "private": true, "type": "module" }\n');
  write(
    join(site, 'rspress.config.js'),
    `import { defineConfig } from '@rspress/core';
export default defineConfig({ title: 'Bench', lang: 'en', route: { cleanUrls: true }, themeConfig: { nav: [{ text: 'Blog', link: '/blog/post-0' }] } });
`,
  );
  const packages = [`@rspress/core@${rspressVersion}`, 'react@19.3.1', 'react-dom@19.3.1'];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: site, stdio: 'inherit' });
  execFileSync('npx', ['rspress', 'build'], { cwd: site, stdio: 'ignore' });
  const open = (page) => page.locator('.rp-search-button:visible').first().click();
  const isOfIndex = (path) => /search_index/.test(path);
  const selectors = { input: '.rp-search-panel__input', result: '.rp-suggest-item' };
  return { name: `Rspress ${rspressVersion}`, out: join(site, 'doc_build'), isOfIndex, open, ...selectors };
}

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves a folder, texts compressed by gzip, and counts the bytes of all bodies, those for workers too. */
async function startServer(folder) {
  /** Path and bytes of each answer. */
  const answers = [];
  const compressed = new Map();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.split('?')[0]);
    const file = [path, `${path}.html`, join(path, 'index.html')]
      .map((name) => join(folder, name))
      .find((name) => existsSync(name) && statSync(name).isFile());
    if (!file) return response.writeHead(404).end();
    const type = types[extname(file)];
    const body = compressed.get(file) ?? (type ? gzipSync(readFileSync(file), { level: 9 }) : readFileSync(file));
    compressed.set(file, body);
    answers.push([file.slice(folder.length + 1), request.method === 'HEAD' ? 0 : body.length]);
    response.writeHead(200, {
      'Content-Type': type ?? 'application/octet-stream',
      'Cache-Control': 'max-age=600',
      ...(type && { 'Content-Encoding': 'gzip' }),
    });
    return response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, answers, close: () => server.close() };
}

/** What takes longer counts as no result. Rspress needs more than a minute for 1,000 posts on a busy machine. */
const maxWaitMs = 300_000;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** CPU seconds that the processes of pages took so far. */
async function cpuSecondsOfPages(browserSession) {
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The first query of a visitor: opens the search and types; `query` in one go, as from the clipboard. Then the next one. */
async function searchTwice(browser, server, { open, input, result, isOfIndex, query }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  server.answers.length = 0;
  await page.goto(server.url, { waitUntil: 'networkidle' });
  // The index counts also where it is loaded with the page; other files count if they are loaded for the search.
  const early = server.answers.splice(0).filter(([path]) => isOfIndex(path));
  const session = await browser.newBrowserCDPSession();
  const cpuBefore = await cpuSecondsOfPages(session);
  const started = performance.now();
  await open(page);
  await page.fill(input, query);
  const isFound = await page.waitForSelector(result, { timeout: maxWaitMs }).then(
    () => true,
    () => false,
  );
  const ms = isFound ? performance.now() - started : Infinity;
  const cpu = (await cpuSecondsOfPages(session)) - cpuBefore;
  await page.waitForLoadState('networkidle');
  const loaded = [...early, ...server.answers];
  const nextMs = isFound ? await nextQuery(page, { input, result }) : Infinity;
  await session.detach();
  await context.close();
  return { ms, cpu, bytes: loaded.reduce((sum, [, bytes]) => sum + bytes, 0), requests: loaded.length, nextMs };
}

/** Milliseconds from another query, of which one post has the word, to its result. */
async function nextQuery(page, { input, result }) {
  await page.fill(input, '');
  await page.waitForSelector(result, { state: 'detached' });
  const started = performance.now();
  await page.fill(input, keywordOf(Math.floor(posts / 3)));
  await page.waitForSelector(result);
  return performance.now() - started;
}

function sizeOf({ out, isOfIndex }) {
  const files = readdirSync(out, { recursive: true })
    .map(String)
    .filter((name) => isOfIndex(name) && statSync(join(out, name)).isFile());
  const bytes = files.map((name) => readFileSync(join(out, name)));
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0) / 1000;
  return {
    files: files.length,
    kB: sum(bytes.map(({ length }) => length)),
    gzipKb: sum(bytes.map((one) => Math.min(one.length, gzipSync(one).length))),
  };
}

try {
  const sites = [buildSitegen(), buildRspress()];
  const browser = await chromium.launch({ executablePath: installedTestBrowser() ?? undefined, args: browserFlags });
  const servers = await Promise.all(sites.map(({ out }) => startServer(out)));
  for (const site of sites) {
    const { files, kB, gzipKb } = sizeOf(site);
    console.log(`${site.name}: index of ${files} files, ${kB.toFixed(0)} kB, ${gzipKb.toFixed(0)} kB compressed`);
  }
  for (const [answered, query] of Object.entries(queries)) {
    const rows = sites.map(() => []);
    // In turns, so that a change of the machine's load meets both.
    for (let round = 0; round < rounds; round++)
      for (const [index, site] of sites.entries())
        rows[index].push(await searchTwice(browser, servers[index], { ...site, query }));
    for (const [index, { name }] of sites.entries()) {
      const [ms, cpu, bytes, requests, nextMs] = ['ms', 'cpu', 'bytes', 'requests', 'nextMs'].map((key) =>
        median(rows[index].map((row) => row[key])),
      );
      const found = `first result after ${ms.toFixed(0)} ms (${cpu.toFixed(2)} CPU seconds), next query ${nextMs.toFixed(0)} ms`;
      console.log(
        `${name}, a word of ${answered}: ${ms < Infinity ? found : `no result within ${maxWaitMs / 1000} s`}, ${(bytes / 1000).toFixed(0)} kB in ${requests} requests`,
      );
    }
  }
  await browser.close();
  for (const server of servers) server.close();
} finally {
  rmSync(root, { recursive: true, force: true });
}
