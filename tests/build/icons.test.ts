import { expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
import { siteWithBundles, smallSite } from '../site.ts';

const icons = `
-- node_modules/@iconify-json/demo/icons.json --
{ "prefix": "demo", "width": 24, "height": 24, "icons": { "moon": { "body": "<path d='M1 1'/>" }, "sun": { "body": "<path d='M2 2'/>" }, "star": { "body": "<path d='M3 3'/>" } }, "aliases": { "lamp": { "parent": "sun" } } }
-- node_modules/@iconify-json/demo/package.json --
{ "name": "@iconify-json/demo", "version": "1.0.0" }
-- site/pages/About.tsx --
import { Icon, NamedIcon } from '@safelight/sitegen/runtime';
import { icon } from 'virtual:sitegen/icon/demo/moon';
export function Page() {
  return <h1><Icon icon={icon} /><NamedIcon name="demo:lamp" /></h1>;
}
`;

it('writes icons into the page, and the icons in use into a file for later requests', async () => {
  const site = siteWithBundles(smallSite, icons);
  const built = await site.build();
  expect(built.code, built.stderr).toBe(0);
  const html = site.read('dist/about/index.html');
  expect(html).toContain('M1 1');
  expect(html).toContain('M2 2');
  expect(JSON.parse(site.read('dist/_icons/demo.json'))).toEqual({
    prefix: 'demo',
    icons: { lamp: { body: "<path d='M2 2'/>", width: 24, height: 24 } },
  });
  site.close();
});

it('serves the file from both servers; the development server filters it by the requested names', async () => {
  const site = siteWithBundles(smallSite, icons);
  expect((await site.build()).code).toBe(0);
  for (const options of [['--built'], []]) {
    const served = await serve(site, ...options);
    const reply = await served.get('/_icons/demo.json?icons=lamp');
    expect([reply.status, reply.headers['content-type']], `${options}`).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(JSON.parse(reply.text).icons.lamp).toEqual({ body: "<path d='M2 2'/>", width: 24, height: 24 });
    expect((await served.get('/_icons/other.json?icons=lamp')).status, `${options}`).toBe(404);
    await served.stop();
  }
  site.close();
});

it('reports an icon that its set does not have, with the location of the import', async () => {
  const site = siteWithBundles(smallSite, icons.replace('demo/moon', 'demo/mooon'));
  const built = await site.build();
  expect(built.code).toBe(1);
  expect(built.stderr).toContain('The icon set "demo" has no icon "mooon".');
  site.close();
});

it('warns of names that no icon has, in a component, a text and an island, where they are written', async () => {
  const site = siteWithBundles(
    smallSite,
    icons,
    `
-- site/pages/About.tsx --
import { NamedIcon } from '@safelight/sitegen/runtime';
import { Sign } from '../Sign.tsx';
export const hydrate = false;
export function Page() {
  return <h1><NamedIcon name="demo:lamp" /><NamedIcon name="demo:lmap" /><NamedIcon name="lamp" /><Sign client:load /></h1>;
}
-- site/Sign.tsx --
import { NamedIcon } from '@safelight/sitegen/runtime';
export const Sign = () => <NamedIcon name="other:lamp" />;
-- config/content.yaml --
collections:
  notes:
    from: 'content/notes/*.md'
    path: /notes/{slug}
    template: Note
    fields: { icon: { type: string, required: true } }
-- templates/Note.tsx --
import { NamedIcon } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';
export const Page = ({ entry }: EntryProps<'notes'>) => <h1><NamedIcon name={entry.fields.icon} /></h1>;
-- content/notes/one.md --
---
title: One
icon: demo:sunn
---
-- site/pages/Home.tsx --
export const Page = () => <h1>Home</h1>;
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo }
  - { id: about, path: /about, page: About, locales: none, seo: about.seo }
notFound: { page: NotFound, seo: notFound.seo }
-- site/App.tsx --
export { Fragment as App } from 'react';
`,
  );
  for (const run of ['clean', 'with reused pages']) {
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    const warnings = (built.report?.warnings ?? []).filter(({ code }) => code === 'ICON_UNKNOWN');
    const where = warnings.map(({ message, file, line, column }) => [
      /`([^`]*)`,/.exec(message)?.[1],
      file,
      line,
      column,
    ]);
    expect(where, run).toEqual([
      ['demo:lmap', 'site/pages/About.tsx', 5, 61],
      ['lamp', 'site/pages/About.tsx', 5, 91],
      ['other:lamp', 'site/pages/About.tsx', undefined, undefined],
      ['demo:sunn', 'content/notes/one.md', 3, 7],
    ]);
    site.edit('content/notes/one.md', (text) => `${text}\nText.\n`);
  }
  site.close();
});
