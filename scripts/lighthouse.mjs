/**
 * Runs Lighthouse with its mobile profile on each type of page, in English and Chinese. Fails below 100 for accessibility, best
 * practices and SEO, below 95 for performance, or on any layout shift.
 * The best of up to three runs counts, since other load on the machine only lowers scores.
 * Run: npm run lighthouse [-- /path …]. npx downloads Lighthouse; reports are written to .cache/lighthouse.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserFlags, installedBrowser, root } from './ensure.mjs';
import { serveBuilt } from './site/served.mjs';

const VERSION = '12.8.2';
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const RUNS = 3;
const PAGES = [
  '/',
  '/photo-restoration',
  '/image-background-remover',
  '/blog',
  '/blog/what-blur-is',
  '/zh',
  '/zh/photo-restoration',
  '/zh/image-sharpener',
  '/zh/blog',
  '/zh/blog/what-blur-is',
];

const out = join(root, '.cache/lighthouse');
const paths = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const site = await serveBuilt();
const failures = [];
try {
  for (const path of paths.length > 0 ? paths : PAGES) {
    let passed = false;
    for (let run = 1; run <= RUNS && !passed; run++) {
      const { scores, shift, problems, speed } = audit(path);
      passed = shift === 0 && Object.entries(MIN_SCORES).every(([category, min]) => scores[category] >= min);
      console.log(path.padEnd(28), JSON.stringify(scores), `CLS ${shift}`, `speed of the machine ${speed}`);
      if (!passed) for (const problem of problems) console.log(`  ${problem}`);
    }
    if (!passed) failures.push(path);
  }
} finally {
  site.close();
}
if (failures.length > 0) {
  console.error(`Below the required scores: ${failures.join(' ')}`);
  process.exitCode = 1;
}

/** Scores 0 to 100 by category, the cumulative layout shift, and the audits that cost points. */
function audit(path) {
  const base = join(out, path.replaceAll('/', '_').slice(1) || 'home');
  const command = `npx --yes -p lighthouse@${VERSION} lighthouse`.split(' ');
  const options = [
    site.url + path,
    '--quiet',
    '--output=json',
    '--output=html',
    `--output-path=${base}`,
    `--only-categories=${Object.keys(MIN_SCORES)}`,
    `--chrome-flags=--headless=new ${browserFlags.join(' ')}`,
  ];
  const browser = installedBrowser();
  const { status } = spawnSync(command[0], [...command.slice(1), ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) },
  });
  if (status !== 0) throw new Error(`Lighthouse failed on ${path}.`);
  const { categories, audits, environment } = JSON.parse(readFileSync(`${base}.report.json`, 'utf8'));
  const refs = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  const problems = refs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id}: ${audits[id].title} ${audits[id].displayValue ?? ''}`);
  const scores = Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)]));
  return {
    scores,
    shift: audits['cumulative-layout-shift'].numericValue,
    problems: [...new Set(problems)],
    speed: environment.benchmarkIndex,
  };
}
