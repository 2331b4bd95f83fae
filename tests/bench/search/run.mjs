// node tests/bench/search/run.mjs [POSTS]
//
// Builds a generated blog (default: 10,000 posts) without and with a search, changes one post and builds again, then
// searches in Chromium with an empty cache. Prints what the search adds to each build, the size of the index, and the time
// and bytes of the first and the next query.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { browserFlags, installedTestBrowser } from '../../../scripts/ensure.mjs';
import { postText } from '../build/corpus.mjs';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(project, 'cli/dist/bin.js');
const posts = Number(process.argv[2] ?? 10_000);

const root = mkdtempSync(join(tmpdir(), 'sitegen-bench-'));
cpSync(join(project, 'tests/bench/build/site'), root, { recursive: true });
for (let i = 0; i < posts; i++) {
  mkdirSync(join(root, `content/blog/post-${i}`), { recursive: true });
  writeFileSync(join(root, `content/blog/post-${i}/en.md`), postText(i, posts));
}
symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));

const settings = 'name: Bench\nurl: https://bench.example\n';
let edits = 0;

/** Seconds of a cold build, and of one after an edit of one post. */
function buildTwice(config) {
  writeFileSync(join(root, 'config/site.yaml'), config);
  rmSync(join(root, '.sitegen'), { recursive: true, force: true });
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const cold = seconds();
  edits += 1;
  writeFileSync(join(root, 'content/blog/post-1/en.md'), `${postText(1, posts)}\nOne more line, number ${edits}.\n`);
  return { cold, warm: seconds() };
}

function seconds() {
  const started = performance.now();
  execFileSync(process.execPath, [program, 'build', '--root', root], { stdio: 'ignore' });
  return (performance.now() - started) / 1000;
}

/** Time in milliseconds and bytes of the first two queries. */
async function search() {
  const server = spawn(process.execPath, [program, 'serve', '--built', '--root', root, '--port', '0']);
  const url = await new Promise((done) => {
    let output = '';
    server.stdout.on('data', (data) => {
      output += data;
      const found = /http:\/\/localhost:\d+\//.exec(output);
      if (found) done(found[0]);
    });
  });
  const browser = await chromium.launch({ executablePath: installedTestBrowser() ?? undefined, args: browserFlags });
  const page = await browser.newPage();
  await page.goto(url);
  const measured = await page.evaluate(async () => {
    const rows = [];
    const bytes = () => performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.transferSize, 0);
    const script = '/_search/pagefind.js';
    const pagefind = await import(script);
    const instance = pagefind.createInstance({ baseUrl: '/' });
    for (const query of ['water', 'red lamp']) {
      const [started, before] = [performance.now(), bytes()];
      const { results } = await instance.search(query);
      await Promise.all(results.slice(0, 10).map((result) => result.data()));
      rows.push({ query, found: results.length, ms: performance.now() - started, bytes: bytes() - before });
    }
    return rows;
  });
  await browser.close();
  server.kill();
  return measured;
}

const without = buildTwice(settings);
const using = buildTwice(`${settings}search: {}\n`);
const folder = join(root, 'dist/_search');
const files = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name))
  .filter((file) => statSync(file).isFile());
const kilobytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
const queries = await search();
rmSync(root, { recursive: true });

const ratio = (key) => (using[key] / without[key]).toFixed(2);
console.log(`${posts} posts: index of ${files.length} files, ${kilobytes.toFixed(0)} kB`);
console.log(`cold build ${without.cold.toFixed(1)} s, with search ${using.cold.toFixed(1)} s (× ${ratio('cold')})`);
console.log(
  `one post changed ${without.warm.toFixed(1)} s, with search ${using.warm.toFixed(1)} s (× ${ratio('warm')})`,
);
for (const { query, found, ms, bytes } of queries)
  console.log(`“${query}”: ${found} found, ten shown after ${ms.toFixed(0)} ms and ${(bytes / 1000).toFixed(0)} kB`);
