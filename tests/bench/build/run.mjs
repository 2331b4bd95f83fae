// node tests/bench/build/run.mjs [POSTS…]
//
// Builds a generated blog of each size (default 100, 1000, 10000), cold and then warm with one post edited, and
// prints pages per second, peak memory, the percentage of time of each stage, and each figure's ratio to the smallest size.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postText } from './corpus.mjs';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(project, 'cli/dist/bin.js');
const template = join(project, 'tests/bench/build/site');
const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((n) => n > 0);

function siteOf(posts) {
  const root = mkdtempSync(join(tmpdir(), 'sitegen-bench-'));
  cpSync(template, root, { recursive: true });
  for (let i = 0; i < posts; i++) {
    const folder = join(root, 'content/blog', `post-${i}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'en.md'), postText(i, posts));
  }
  return root;
}

/** One build in a process of its own, with the process's peak memory. */
function build(root) {
  const started = performance.now();
  const out = execFileSync(process.execPath, [program, 'build', '--root', root, '--json'], {
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { ...JSON.parse(out), wall: performance.now() - started };
}

const rows = [];
for (const posts of sizes.length > 0 ? sizes : [100, 1000, 10_000]) {
  const root = siteOf(posts);
  const cold = build(root);
  writeFileSync(join(root, 'content/blog/post-1/en.md'), `${postText(1, posts)}\nOne more line.\n`);
  const warm = build(root);
  rmSync(root, { recursive: true });
  rows.push({ posts, cold, warm });
}

const [first] = rows;
const stageNames = Object.keys(first.cold.stages);
console.log(
  `| posts | pages | cold s | pages/s | peak MB | memory / first | ${stageNames.map((name) => `${name} %`).join(' | ')} | warm s | warm / cold | rendered |`,
);
console.log(`| ${'---: | '.repeat(9 + stageNames.length)}`);
for (const { posts, cold, warm } of rows) {
  const share = stageNames.map((name) => Math.round((100 * cold.stages[name]) / cold.ms));
  const cells = [
    posts,
    cold.pages,
    (cold.wall / 1000).toFixed(2),
    Math.round(cold.pages / (cold.wall / 1000)),
    Math.round(cold.peakBytes / 1e6),
    (cold.peakBytes / first.cold.peakBytes).toFixed(2),
    ...share,
    (warm.wall / 1000).toFixed(2),
    (warm.wall / cold.wall).toFixed(2),
    warm.rendered,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
