import { join } from 'node:path';
import { expect, it } from 'vitest';
import { siteOf, siteWithBundles, smallSite } from '../site.ts';

const page = `
-- site/pages/About.tsx --
import './a.css';
import './b.css';
import words from '../words.json';
export const Page = () => <h1>{words.one}</h1>;
-- site/words.json --
{ "one": "One" }
-- site/pages/a.css --
.a { background: url(/of-the-host.png) }
-- site/pages/b.css --
`;

it.each([
  { what: 'an error of a style sheet', path: 'site/pages/b.css', text: '.b {\n  color: red;\n  .c {{ }\n', at: ':3:7' },
  {
    what: 'a file that a style sheet names',
    path: 'site/pages/b.css',
    text: '.b { top: 0; }\n.c { background: url(./gone.png#x) }\n',
    at: ':2:22',
  },
  {
    what: 'a style sheet that another one imports',
    path: 'site/pages/b.css',
    text: '@import "./a.css";\n@import "./gone.css";\n',
    at: ':2:9',
  },
  { what: 'an error of a JSON file', path: 'site/words.json', text: '{\n  "one": "One",\n}\n', at: ':3:1' },
])('the location of $what is reported', async ({ path, text, at }) => {
  const site = siteWithBundles(smallSite, page);
  site.write(path, text);
  const { code, problems } = await site.build();
  const list = problems.map((one) => `${one.code} ${one.file}:${one.line}:${one.column}`);
  expect([code, list]).toEqual([1, [`BUNDLE_FAILED ${path}${at}`]]);
  site.close();
});

it.runIf(process.platform !== 'win32').each(['a?b', 'a#b', 'a\\b'])(
  'a site in the folder %s, whose code the bundler would not find, is an error of its path',
  async (folder) => {
    const site = siteOf(smallSite.replaceAll(/^-- (?=\S+ --$)/gm, () => `-- ${folder}/`));
    const root = join(site.root, folder);
    expect((await site.build('--root', root)).problems).toMatchObject([
      { code: 'SITE_PATH', message: expect.stringContaining(root), hint: 'Rename that folder.' },
    ]);
    site.close();
  },
);

it('a site is built in a folder with other characters that URLs and globs use', async () => {
  const site = siteOf(smallSite.replaceAll(/^-- (?=\S+ --$)/gm, '-- a%20[c]{d}/'));
  expect((await site.build('--root', join(site.root, 'a%20[c]{d}'))).problems).toEqual([]);
  site.close();
});
