import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
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

it('an exception of a Vite plugin is reported once, at the line of the plugin of the site that threw it', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/site.yaml', (text) => `${text}plugins: [./plugins/broken.mjs]\n`);
  const problemsOf = async (member: string, vite = `[{ name: 'words',\n${member} }]`) => {
    site.write('plugins/broken.mjs', `export default { name: 'broken', vite: () => ${vite} };\n`);
    const { problems } = await site.build();
    return problems.map(({ code, file, line, message, hint }) => [code, `${file}:${line}`, message, hint]);
  };
  const hint = 'Correct the plugin.';
  for (const hook of ['config', 'configResolved', 'buildStart', 'generateBundle'])
    expect(await problemsOf(`${hook}() { throw new Error('no'); }`)).toEqual([
      [
        'PLUGIN_FAILED',
        'plugins/broken.mjs:2',
        `The plugin \`broken\` failed in \`${hook}\` of its Vite plugin \`words\`: no`,
        hint,
      ],
    ]);
  const [problem, ...others] = await problemsOf(
    "transform(code, id) { if (id.includes('site/')) throw new Error('no'); }",
  );
  expect([problem, others]).toEqual([
    [
      'PLUGIN_FAILED',
      'plugins/broken.mjs:2',
      expect.stringMatching(/in `transform` of its Vite plugin `words` with site\/\S+, .*: no$/),
      hint,
    ],
    [],
  ]);
  expect(await problemsOf('', "{\nthrow new Error('no'); }")).toEqual([
    ['PLUGIN_FAILED', 'plugins/broken.mjs:2', 'The plugin `broken` failed in `vite`: no', hint],
  ]);
  expect(
    await problemsOf("transform(code, id) { if (id.endsWith('About.tsx')) this.error('not this', 3); }"),
  ).toMatchObject([['BUNDLE_FAILED', 'site/pages/About.tsx:1', 'not this', 'The plugin `broken` reports this.']]);
  site.close();
});

it('what a Vite plugin warns of is reported once, also by a build of the same code', async () => {
  const site = siteWithBundles(smallSite);
  const { warnings = [], ...others } = (await site.build()).report ?? {};
  expect(warnings, JSON.stringify(others)).toEqual([]);
  site.edit('config/site.yaml', (text) => `${text}plugins: [./plugins/careful.mjs]\n`);
  site.write(
    'plugins/careful.mjs',
    `export default { name: 'careful', vite: () => [{
      name: 'words',
      buildStart() { this.warn('Of all.'); },
      transform(code, id) {
        if (id.endsWith('About.tsx')) this.warn({ message: 'Of this.', loc: { file: id, line: 2, column: 3 } });
      },
    }] };\n`,
  );
  const hint = 'The plugin `careful` reports this.';
  const expected = [
    { code: 'PLUGIN_WARNING', severity: 'warning', message: 'Of all.', file: 'plugins/careful.mjs', hint },
    {
      code: 'PLUGIN_WARNING',
      severity: 'warning',
      message: 'Of this.',
      file: 'site/pages/About.tsx',
      line: 2,
      column: 4,
      hint,
    },
  ];
  expect((await site.build()).report?.warnings).toEqual(expected);
  site.edit('content/blog/first/en.md', (text) => `${text}\nMore.\n`);
  expect((await site.build()).report?.warnings).toEqual(expected);
  const served = await serve(site);
  await served.until('/about', () => served.output().includes('site/pages/About.tsx:2:4'));
  expect(served.output().match(/Of (?:all|this)\./g)).toEqual(['Of all.', 'Of this.']);
  await served.stop();
  site.close();
});

it('an import of a module of Node is reported where browsers would run it', async () => {
  const site = siteWithBundles(smallSite);
  const warningsWith = async (about: string, more: Readonly<Record<string, string>> = {}) => {
    for (const [path, text] of Object.entries(more)) site.write(path, text);
    site.write('site/pages/About.tsx', `${about}\n`);
    const { report, problems } = await site.build();
    expect(problems).toEqual([]);
    return report?.warnings.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);
  };
  const page = (text: string) => `export const Page = () => <h1>{${text}}</h1>;`;
  const used = `import { join } from 'node:path';\n${page("join('a', 'b')")}`;
  expect(await warningsWith(used)).toEqual(['BUNDLE_NODE_IMPORT site/pages/About.tsx:1:22']);
  expect(
    await warningsWith(`import { name } from '../lib/file';\n${page('name')}`, {
      'site/lib/file.ts':
        "export const a = 1;\nimport fs from 'fs';\nexport const name = String(fs.existsSync('a'));\n",
    }),
  ).toEqual(['BUNDLE_NODE_IMPORT site/lib/file.ts:2:16']);
  const guarded = `import { join } from 'node:path';\n${page("import.meta.env.SSR ? join('a', 'b') : 'a/b'")}`;
  const others = [
    `import type { Stats } from 'node:fs';\nimport 'node:fs';\n${page("'a' satisfies keyof Stats | string")}`,
    `export const hydrate = false;\n${used}`,
    guarded,
    guarded.replace('import.meta.env.SSR', "typeof window === 'undefined'"),
  ];
  for (const text of others) expect(await warningsWith(text), text).toEqual([]);
  site.close();
});
