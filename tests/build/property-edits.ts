import { readdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import type { Site } from '../site.ts';

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

/** Photographs of one colour by name: a build makes their other sizes and formats. */
const photographs = new Map<string, Uint8Array>();
for (const [index, name] of words.entries()) {
  const background = { r: 40 * index, g: 90, b: 120 };
  photographs.set(
    name,
    await sharp({ create: { width: 60, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );
}
export const writePhotograph = (site: Site, name: string) =>
  writeFileSync(`${site.root}/content/blog/boat.jpg`, photographs.get(name) ?? '');

/** A plugin in a package, which adds a text to each Markdown text. */
const packagePlugin = (text: string) =>
  `export default { name: 'installed', rehypePlugins: [() => (tree) => { tree.children.push({ type: 'text', value: '${text}' }); }] };\n`;
const manifest = (name: string, version: number) =>
  `{ "name": "${name}", "version": "1.${version}.0", "type": "module", "main": "index.js" }\n`;

/** Installs another version of a package, as a package manager does. */
const upgrade = (site: Site, name: string, { version, code }: { readonly version: number; readonly code: string }) => {
  site.write(`node_modules/${name}/package.json`, manifest(name, version));
  site.write(`node_modules/${name}/index.js`, code);
};

/** Plugins of a file and of a package, a page that shows a package and the environment, pictures, and a table. */
export const inputs = `
-- config/site.yaml --
name: Small
url: https://small.example
pictures: { widths: [40] }
plugins:
  - { module: ./plugins/words.mjs, options: { word: lamp } }
  - installed
-- plugins/words.mjs --
import { end } from './end.mjs';
export default ({ word }) => ({
  name: 'words',
  rehypePlugins: [() => (tree) => { tree.children.push({ type: 'text', value: word + end }); }],
  head: () => ({ meta: [{ name: 'word', content: word + end }] }),
  files: ({ pages }) => ({ 'words.txt': [word + end, ...pages.map(({ path }) => path)].join(' ') }),
});
-- plugins/end.mjs --
export const end = 'paper';
-- node_modules/installed/package.json --
${manifest('installed', 0)}
-- node_modules/installed/index.js --
${packagePlugin('paper')}
-- content/blog/second/de.md --
---
title: Der zweite
description: Mit Photographie.
date: 2026-01-02
---
![Boot](../boat.jpg)
-- site/pages/About.tsx --
import dependency from 'dependency';
export function Page() {
  return <p>{dependency} {import.meta.env.VITE_PROPERTY} {import.meta.env.VITE_FILE}</p>;
}
-- node_modules/dependency/package.json --
${manifest('dependency', 0)}
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

/** Any change of the sources of `smallSite` with `inputs`. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
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
  fc.record({ text: word, version: fc.integer({ min: 1, max: 9 }) }).map(({ text, version }) => ({
    name: `package 1.${version}.0 says ${text}`,
    run: (site: Site) => upgrade(site, 'dependency', { version, code: `export default '${text} ${version}';\n` }),
  })),
  fc.record({ text: word, version: fc.integer({ min: 1, max: 9 }) }).map(({ text, version }) => ({
    name: `plugin 1.${version}.0 adds ${text}`,
    run: (site: Site) => upgrade(site, 'installed', { version, code: packagePlugin(`${text} ${version}`) }),
  })),
  word.map((text) => ({
    name: `option of a plugin: ${text}`,
    run: (site: Site) => site.edit('config/site.yaml', (config) => config.replace(/word: \w+/, `word: ${text}`)),
  })),
  word.map((text) => ({
    name: `file of a plugin: ${text}`,
    run: (site: Site) => site.write('plugins/end.mjs', `export const end = '${text}';\n`),
  })),
  fc.constant({
    name: 'a plugin in or out',
    run: (site: Site) =>
      site.edit('config/site.yaml', (text) =>
        text.includes('- installed') ? text.replace('  - installed\n', '') : `${text}  - installed\n`,
      ),
  }),
  word.map((name) => ({ name: `photograph of ${name}`, run: (site: Site) => writePhotograph(site, name) })),
  fc.integer({ min: 20, max: 59 }).map((width) => ({
    name: `pictures of width ${width}`,
    run: (site: Site) => site.edit('config/site.yaml', (text) => text.replace(/widths: \[\d+\]/, `widths: [${width}]`)),
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
