import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlanner } from '../../../../../cli/serve/live/planner.ts';
import { type Site, siteOf, smallSite } from '../../../../site.ts';

let site: Site;
beforeEach(() => {
  site = siteOf(smallSite);
});
afterEach(() => site.close());

/** A planner of the site, which runs `onConfig` after the sources are listed and before texts are read. */
const plannerOf = (onConfig: () => void) => {
  const onLoad = { start: () => {}, end: () => {} };
  const options = { root: site.root, drafts: true, today: '2026-11-01', overrides: {} };
  return createPlanner({ ...options, onConfig, onLoad, onLoaded: () => {} });
};

it('plans without a file that vanishes after it was listed, such as those that editors create for a moment', () => {
  const file = 'content/blog/fourth/en.md';
  const planner = plannerOf(() => rmSync(join(site.root, file), { force: true }));
  site.write(file, 'no front matter');
  expect(planner.edit([file])).toBe(true);
  expect(existsSync(join(site.root, file))).toBe(false);
  expect([planner.problems(), planner.isStale(), planner.tree().files.has(file)]).toEqual([[], false, false]);
  expect(planner.edit([file])).toBe(false);
});
