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
