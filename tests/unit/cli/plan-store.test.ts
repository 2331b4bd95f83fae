import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexedEntry } from '../../../cli/content/read.ts';
import { planLoaded } from '../../../cli/plan.ts';
import type { PlanOptions } from '../../../cli/plan-memory.ts';
import { openMemory } from '../../../cli/plan-store.ts';
import { lazyTables } from '../../../cli/render/jobs.ts';
import type { SitePlan } from '../../../cli/routes/site-plan.ts';
import { ownRoute } from '../../../cli/routes/stored-table.ts';
import { readSources } from '../../../cli/sources/read.ts';
import { openStatCache } from '../../../cli/sources/stat-cache.ts';
import { type Site, siteOf, smallSite } from '../../site.ts';

const options: PlanOptions = { overrides: {}, drafts: false, today: '2026-06-01', commits: new Map() };
const table = `
-- data/goods.csv --
id,title
lamp,A lamp
print,A print
-- content/blog/later/en.md --
---
title: Later
description: Hidden
date: 2026-07-01
---
Not yet.
-- content/stray.markdown --
No entry.
`;

let site: Site;
beforeEach(() => {
  site = siteOf(smallSite, table);
  const goods = "  goods: { from: data/goods.csv, path: '/goods/{id}', template: Post }\n";
  site.edit('config/content.yaml', (text) => `${text}${goods}`);
});
afterEach(() => site.close());

/** Plans the site in a memory of its own, as each process does. */
async function planned({ cache = true, ...changes }: Partial<PlanOptions> & { readonly cache?: boolean } = {}) {
  const stats = openStatCache(null, Date.now);
  const work = join(site.root, '.sitegen');
  const memory = openMemory(work, { cache, overrides: {} }, stats);
  const restored: boolean[] = [];
  const plans = memory.plans && {
    ...memory.plans,
    restore: (...input: Parameters<NonNullable<typeof memory.plans>['restore']>) => {
      const stored = memory.plans?.restore(...input) ?? null;
      restored.push(stored !== null);
      return stored;
    },
  };
  const plan = await planLoaded(
    readSources(site.root, stats),
    { ...options, ...changes, work, cache, mode: 'production' },
    { ...memory, ...(plans && { plans }) },
  );
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
  memory.save();
  return { plan: plan.value, warnings: plan.warnings, isRestored: restored[0] ?? false };
}

const plain = (entry: IndexedEntry) => {
  const { hash, words, minutes } = entry;
  return { ...entry, hash, words, minutes };
};

/** All that follows from the content and the routes of a plan. */
function contentOf(plan: SitePlan) {
  const { links, entries, hidden } = plan.tables();
  const lazy = lazyTables(plan);
  const files = [...plan.tree.files.keys()];
  const paths = [...plan.table.byPath.keys()];
  return {
    facts: plan.facts(),
    config: plan.config,
    routes: plan.table.routes.map(ownRoute),
    paths,
    links: paths.map((path) => [links.get(path), lazy.links.get(path)]),
    entries: files.map((file) => [entries.get(file), lazy.entries.get(file), hidden.get(file), lazy.hidden.get(file)]),
    content: Array.from(plan.content.values(), ({ name, config, locales, translations, hidden: drafts }) => ({
      name,
      config,
      translations,
      hidden: drafts.map(({ entry, reason }) => [plain(entry), reason]),
      locales: Array.from(locales, ([code, locale]) => ({
        code,
        entries: locale.entries.map(plain),
        folders: locale.indexOfFolder,
        tags: locale.tags.map((tag) => ({ ...tag, entries: tag.entries.map(plain) })),
      })),
    })),
  };
}

const first = 'content/blog/first/en.md';

describe('a plan that an earlier process stored', () => {
  it('is the same as one from scratch, also after edits of texts', async () => {
    expect((await planned()).isRestored).toBe(false);
    const edits: readonly (readonly [edit: () => void, isRestored: boolean])[] = [
      [() => {}, true],
      [() => site.edit(first, (text) => `${text}\nOne more line.\n`), true],
      [() => site.edit(first, (text) => text.replace(/title: .*/, 'title: Another title')), true],
      // The second of few texts that changed.
      [() => site.edit('content/blog/later/en.md', (text) => text.replace('Hidden', 'Still hidden')), false],
      [() => site.edit('content/blog/later/en.md', (text) => text.replace('Still', 'Always')), true],
    ];
    for (const [edit, isStored] of edits) {
      edit();
      const { plan, warnings, isRestored } = await planned();
      expect(isRestored).toBe(isStored);
      const clean = await planned({ cache: false });
      expect(contentOf(plan)).toEqual(contentOf(clean.plan));
      expect(Object.isFrozen(plan.config.site.output)).toBe(true);
      expect(warnings.map(({ code }) => code)).toContain('CONTENT_NOT_READ');
      expect(warnings).toEqual(clean.warnings);
    }
    // An author is no title or description, so it may change any page.
    const before = (await planned()).plan.facts().positions;
    site.edit('content/blog/later/en.md', (text) =>
      text.replace(/description: .*/, 'description: d\nauthor: Somebody'),
    );
    const { plan, isRestored } = await planned();
    expect(isRestored).toBe(true);
    expect(plan.facts().positions).not.toBe(before);
    expect(contentOf(plan)).toEqual(contentOf((await planned({ cache: false })).plan));
  });

  it('is made from scratch where an entry moved', async () => {
    await planned();
    const changes: readonly (readonly [line: RegExp, now: string])[] = [
      [/date: .*/, 'date: 2026-01-09'],
      [/tags: .*/, 'tags: [new]'],
      [/date: .*/, 'date: 2026-01-09\naliases: [/former]'],
    ];
    for (const [line, now] of changes) {
      site.edit(first, (text) => text.replace(line, now));
      expect(contentOf((await planned()).plan)).toEqual(contentOf((await planned({ cache: false })).plan));
      expect((await planned()).isRestored).toBe(true);
    }
  });

  it('is not used after any other change, on another day, or with other options', async () => {
    const edits = [
      () => site.write('content/blog/new/en.md', '---\ntitle: New\ndescription: d\ndate: 2026-01-03\n---\nText.\n'),
      () => site.remove('content/blog/new/en.md'),
      () => site.edit('data/goods.csv', (text) => `${text}frame,A frame\n`),
      () => site.edit('config/site.yaml', (text) => `${text}\n# a comment\n`),
      () => site.write('vite.config.ts', 'export default {};\n'),
    ];
    await planned();
    for (const edit of edits) {
      edit();
      const { plan, warnings, isRestored } = await planned();
      expect(isRestored).toBe(false);
      const clean = await planned({ cache: false });
      expect(contentOf(plan)).toEqual(contentOf(clean.plan));
      expect(warnings).toEqual(clean.warnings);
    }
    expect((await planned({ today: '2026-06-30' })).isRestored).toBe(true);
    for (const changes of [{ today: '2026-07-01' }, { today: '2026-05-31' }, { drafts: true }]) {
      await planned();
      expect((await planned(changes)).isRestored, JSON.stringify(changes)).toBe(false);
    }
    expect((await planned({ commits: new Map([[first, '2026-05-01']]) })).isRestored).toBe(false);
  });

  it('is not used if its file is damaged', async () => {
    await planned();
    site.edit('.sitegen/plan.bin', (text) => text.replace('A lamp', 'A damp'));
    expect((await planned()).isRestored).toBe(false);
    expect((await planned()).isRestored).toBe(true);
  });
});
