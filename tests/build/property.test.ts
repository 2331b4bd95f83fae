import { cpSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Built, type Site, siteOf, smallSite } from '../site.ts';
import { edit, inputs, writePhotograph } from './property-edits.ts';

const SOURCES = ['config', 'content', 'data', 'locales', 'plugins', 'site', 'templates', 'node_modules', '.env'];
/** Copies the sources, and returns a function that restores them. */
function saveSources(site: Site): () => void {
  site.remove('saved');
  for (const folder of SOURCES) {
    if (site.has(folder)) cpSync(`${site.root}/${folder}`, `${site.root}/saved/${folder}`, { recursive: true });
  }
  return () => {
    for (const folder of SOURCES) {
      site.remove(folder);
      if (!site.has(`saved/${folder}`)) continue;
      cpSync(`${site.root}/saved/${folder}`, `${site.root}/${folder}`, { recursive: true });
    }
  };
}

/** A few edits at once, then a build; after a few of those a clean one to compare with. */
const step = fc.array(edit, { minLength: 1, maxLength: 3 });
const round = fc.array(step, { minLength: 2, maxLength: 3 });

async function expectCleanOutput(site: Site, built: Built): Promise<void> {
  const clean = await site.build('--no-cache', '--out', 'clean');
  // Edits may break the site; then both builds fail with the same errors and keep the old output.
  expect(built.code).toBe(clean.code);
  expect(built.problems).toEqual(clean.problems);
  if (clean.code === 0) expect(site.files('dist')).toEqual(site.files('clean'));
}

/** Number of sequences of edits; `PROPERTY_RUNS` sets more. */
const runs = Number(process.env.PROPERTY_RUNS ?? 1);
let started = 0;

describe('an incremental build', () => {
  // Stale output stays until it is rendered again, so one clean build finds what any of several builds left. A run of
  // hours is not begun again: that would hide what was found.
  it('equals a clean build, byte for byte, after any edits', {
    timeout: 240_000 * runs,
    ...(runs > 1 && { retry: 0 }),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 3 }), async (rounds) => {
        const site = siteOf(smallSite, inputs);
        writePhotograph(site, 'lamp');
        if (runs > 1) console.log(`Sequence ${++started} of ${runs}`);
        const goods = "  goods: { from: data/goods.csv, path: '/goods/{id}', template: Post, tree: true }\n";
        site.edit('config/content.yaml', (text) => `${text}${goods}`);
        try {
          expect((await site.build()).code).toBe(0);
          for (const steps of rounds) {
            for (const [at, edits] of steps.entries()) {
              const restoreSources = saveSources(site);
              for (const one of edits) one.run(site);
              const built = await site.build();
              if (at === steps.length - 1) await expectCleanOutput(site, built);
              // An edit that breaks the site is reverted: a broken site would hide the effect of the next edits.
              if (built.code !== 0) restoreSources();
            }
          }
        } finally {
          delete process.env.VITE_PROPERTY;
          site.close();
        }
      }),
      {
        // With this seed, one run has 20 edits of 16 kinds of the 27, among them all inputs but the widths of pictures.
        numRuns: runs,
        seed: Number(process.env.PROPERTY_SEED ?? 20264575),
        // No shrinking: finding a shorter sequence of edits takes many builds.
        endOnFailure: process.env.PROPERTY_RUNS === undefined,
      },
    );
  });
});
