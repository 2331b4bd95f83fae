import { cpSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Built, type Site, siteOf, smallSite } from '../site.ts';

/** A change of the sources; what cannot be done to the site as it stands is left out. */
type Edit = { readonly name: string; readonly run: (site: Site) => void };

const slugs = ['first', 'second', 'third', 'fourth', 'fifth'];
const words = ['light', 'lamp', 'paper', 'silver', 'grain', 'shade'];
const slug = fc.constantFrom(...slugs);
const locale = fc.constantFrom('en', 'de');
const word = fc.constantFrom(...words);

type Post = { readonly title: string; readonly day: number; readonly tags: readonly string[]; readonly link: string };
const post = ({ title, day, tags, link }: Post) =>
  `---\ntitle: ${title}\ndescription: About ${title}.\ndate: 2026-01-${String(day).padStart(2, '0')}\ntags: [${tags.join(', ')}]\n---\nA ${title} text with a [link](${link}).\n`;

/** True if the post exists in some locale: a link from any other locale then leads to it. */
const hasPost = (site: Site, name: string) => ['en', 'de'].some((code) => site.has(`content/blog/${name}/${code}.md`));

/** Points links to posts that no longer exist at another page: with a dead link every later build would fail. */
function redirectDeadLinks(site: Site): void {
  for (const path of readdirSync(`${site.root}/content/blog`, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue;
    site.edit(`content/blog/${path}`, (text) =>
      text.replace(/\(\/blog\/([\w-]+)\)/g, (link, name: string) => (hasPost(site, name) ? link : '(/about)')),
    );
  }
}

const picture = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"/>`;

/** A page that shows a package and the environment, a post that shows a picture of the public folder, and a table. */
const inputs = `
-- site/pages/About.tsx --
import dependency from 'dependency';
export function Page() {
  return <p>{dependency} {import.meta.env.VITE_PROPERTY} {import.meta.env.VITE_FILE}</p>;
}
-- node_modules/dependency/package.json --
{ "name": "dependency", "version": "1.0.0", "type": "module", "main": "index.js" }
-- node_modules/dependency/index.js --
export default 'paper';
-- data/goods.csv --
id,title
lamp,Lamp
paper,Paper
-- site/public/lamp.svg --
${picture(20)}
-- content/blog/third/de.md --
---
title: Der dritte
description: Mit Bild.
date: 2026-01-03
cover: /lamp.svg
---
![Lampe](/lamp.svg)
`;

const onFile = (path: string, change: (text: string) => string) => (site: Site) => {
  if (site.has(path)) site.edit(path, change);
};

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ slug, locale, word }).map((on) => ({
    name: `text of ${on.slug}/${on.locale}: ${on.word}`,
    run: onFile(`content/blog/${on.slug}/${on.locale}.md`, (text) => `${text}\nMore ${on.word}.\n`),
  })),
  fc.record({ slug, locale, word }).map((on) => ({
    name: `title of ${on.slug}/${on.locale}: ${on.word}`,
    run: onFile(`content/blog/${on.slug}/${on.locale}.md`, (text) => text.replace(/^title: .*$/m, `title: ${on.word}`)),
  })),
  fc
    .record({ slug, locale, word, day: fc.integer({ min: 1, max: 28 }), tags: fc.uniqueArray(word, { maxLength: 3 }) })
    .map((on) => ({
      name: `write ${on.slug}/${on.locale}`,
      run: (site: Site) => {
        const link = on.slug !== 'second' && hasPost(site, 'second') ? '/blog/second' : '/about';
        site.write(
          `content/blog/${on.slug}/${on.locale}.md`,
          post({ title: on.word, day: on.day, tags: on.tags, link }),
        );
      },
    })),
  fc.record({ slug, locale }).map((on) => ({
    name: `remove ${on.slug}/${on.locale}`,
    run: (site: Site) => {
      site.remove(`content/blog/${on.slug}/${on.locale}.md`);
      redirectDeadLinks(site);
    },
  })),
  fc.record({ slug, word }).map((on) => ({
    name: `rename ${on.slug} to ${on.slug}-${on.word}`,
    run: (site: Site) => {
      for (const code of ['en', 'de']) {
        const from = `content/blog/${on.slug}/${code}.md`;
        if (!site.has(from)) continue;
        site.write(`content/blog/${on.slug}-${on.word}/${code}.md`, site.read(from));
      }
      site.remove(`content/blog/${on.slug}`);
      redirectDeadLinks(site);
    },
  })),
  fc.record({ locale, word }).map((on) => ({
    name: `message home.hello of ${on.locale}: ${on.word}`,
    run: onFile(`locales/${on.locale}/home.json`, (text) =>
      text.replace(/"hello": "[^"]*"/, `"hello": "${on.word} {site}"`),
    ),
  })),
  fc.constant({
    name: 'take blog.older in German in or out',
    run: (site: Site) =>
      site.edit('locales/de/blog.json', (text) =>
        text.includes('older')
          ? text.replace(', "older": "Ältere Beiträge"', '')
          : text.replace(/\}\s*\}\s*$/, '}, "older": "Ältere Beiträge" }\n'),
      ),
  }),
  fc.integer({ min: 1, max: 3 }).map((perPage) => ({
    name: `${perPage} posts a page`,
    run: (site: Site) =>
      site.edit('config/content.yaml', (text) => text.replace(/perPage: \d+/, `perPage: ${perPage}`)),
  })),
  word.map((name) => ({
    name: `site called ${name}`,
    run: (site: Site) => site.edit('config/site.yaml', (text) => text.replace(/^name: .*$/m, `name: ${name}`)),
  })),
  fc.constant({
    name: 'German in or out',
    run: (site: Site) =>
      site.edit('config/locales.yaml', (text) =>
        text.includes('code: de')
          ? text.replace(/^.*code: de.*\n/m, '')
          : `${text}  - { code: de, name: Deutsch, language: de-DE }\n`,
      ),
  }),
  fc.constant({
    name: 'a redirect from /old',
    run: (site: Site) =>
      site.edit('config/routes.yaml', (text) =>
        text.includes('rules:')
          ? text.replace(/^rules:[\s\S]*$/m, '')
          : `${text}rules:\n  /old: { redirect: { to: /about } }\n`,
      ),
  }),
  word.map((name) => ({
    name: `template says ${name}`,
    run: (site: Site) =>
      site.edit('templates/List.tsx', (text) => text.replace(/<h1[^>]*>/, `<h1 className="${name}">`)),
  })),
  fc.record({ name: word, text: word }).map((on) => ({
    name: `public/${on.name}.txt: ${on.text}`,
    run: (site: Site) => site.write(`site/public/${on.name}.txt`, on.text),
  })),
  word.map((text) => ({
    name: `environment: ${text}`,
    run: () => {
      process.env.VITE_PROPERTY = text;
    },
  })),
  word.map((text) => ({ name: `.env: ${text}`, run: (site: Site) => site.write('.env', `VITE_FILE=${text}\n`) })),
  word.map((text) => ({
    name: `package says ${text}`,
    run: (site: Site) => site.write('node_modules/dependency/index.js', `export default '${text}';\n`),
  })),
  fc.integer({ min: 1, max: 99 }).map((width) => ({
    name: `picture ${width} wide`,
    run: (site: Site) => site.write('site/public/lamp.svg', picture(width)),
  })),
  fc.record({ word, title: word }).map((on) => ({
    name: `goods: ${on.word} is ${on.title}, or none`,
    run: onFile('data/goods.csv', (text) =>
      text.includes(`\n${on.word},`)
        ? text.replace(new RegExp(`^${on.word},.*\n`, 'm'), '')
        : `${text.trimEnd()}\n${on.word},${on.title}\n`,
    ),
  })),
  fc.record({ slug, locale, word }).map((on) => ({
    name: `former address of ${on.slug}/${on.locale}: ${on.word}`,
    run: onFile(`content/blog/${on.slug}/${on.locale}.md`, (text) =>
      text.includes('aliases:')
        ? text.replace(/^aliases: .*\n/m, '')
        : text.replace('title:', `aliases: [former-${on.word}]\ntitle:`),
    ),
  })),
  word.map((name) => ({
    name: `remove public/${name}.txt`,
    run: (site: Site) => site.remove(`site/public/${name}.txt`),
  })),
);

const SOURCES = ['config', 'content', 'data', 'locales', 'site', 'templates', 'node_modules', '.env'];
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

describe('an incremental build', () => {
  // Stale output stays until it is rendered again, so one clean build finds what any of several builds left.
  it('equals a clean build, byte for byte, after any edits', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 3 }), async (rounds) => {
        const site = siteOf(smallSite, inputs);
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
        // With this seed, one run has 23 edits of 16 kinds of the 20.
        numRuns: Number(process.env.PROPERTY_RUNS ?? 1),
        seed: Number(process.env.PROPERTY_SEED ?? 20261840),
        // No shrinking: finding a shorter sequence of edits takes many builds.
        endOnFailure: process.env.PROPERTY_RUNS === undefined,
      },
    );
  });
});
