import { expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
import { type Site, siteOf, smallSite } from '../site.ts';

/** A collection of MDX. The plugin stands for a compiler of MDX: its input is JavaScript without front matter. */
const lab = `
-- config/site.yaml --
name: Small
url: https://small.example
plugins: [./plugins/mdx.mjs]
-- plugins/mdx.mjs --
export default {
  name: 'mdx',
  vite: () => [{
    name: 'mdx',
    enforce: 'pre',
    transform: { filter: { id: /\\.mdx$/ }, handler: (code) => ({ code: code.replaceAll('\\n', ' \\n'), map: null, moduleType: 'js' }) },
  }],
};
-- templates/Lab.tsx --
import { Markup } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';
export const Page = ({ entry, body }: EntryProps<'lab'>) => <><h1>{\`\${entry.title} \${entry.fields.level}\`}</h1><Markup of={body} /></>;
-- site/ui/Lamp.tsx --
import { useState } from 'react';
export const Lamp = ({ name }: { name: string }) => {
  const [on, setOn] = useState(false);
  return <button type="button" onClick={() => setOn(!on)}>{name + (on ? ' on' : ' off')}</button>;
};
-- content/lab/lamps.mdx --
---
title: Lamps
level: 3
---
import { jsx, jsxs } from 'react/jsx-runtime';
import { Lamp } from '../../site/ui/Lamp.tsx';
const lamp = jsx(Lamp, { name: 'desk'.toUpperCase() }, 'lamp');
export default () => jsxs('section', { children: [jsx('h2', { children: 'Try it' }, 'title'), lamp] });
`;

function labSite(): Site {
  const site = siteOf(smallSite, lab);
  const collection =
    "{ from: 'content/lab/*.mdx', path: '/lab/{slug}', template: Lab, fields: { level: { type: number } } }";
  site.edit('config/content.yaml', (text) => `${text.trimEnd()}\n  lab: ${collection}\n`);
  return site;
}

it('renders MDX of a collection by a plugin, with front matter, and hydrates it as an island', async () => {
  const site = labSite();
  const { code, problems, report } = await site.build();
  expect([code, problems, report?.warnings]).toEqual([0, [], []]);
  const html = site.read('dist/lab/lamps/index.html');
  expect(html).toMatch(
    /<h1>Lamps 3<\/h1>.*<sitegen-island data-src="(\/assets\/lamps-[^"]+\.js)" data-on="load".*<h2>Try it<\/h2><button type="button">DESK off/s,
  );
  expect(Object.keys(site.files('dist')).filter((path) => path.endsWith('.mdx'))).toEqual([]);
  site.edit('content/lab/lamps.mdx', (text) => text.replace('level: 3', 'level: 4').replace('desk', 'floor'));
  site.write(
    'content/lab/more.mdx',
    '---\ntitle: More\n---\nimport { jsxDEV } from "react/jsx-dev-runtime";\nexport default () => jsxDEV("p", { children: "More lamps" });\n',
  );
  expect((await site.build()).problems).toEqual([]);
  expect(site.read('dist/lab/lamps/index.html')).toMatch(/<h1>Lamps 4<\/h1>.*FLOOR off/s);
  expect(site.read('dist/lab/more/index.html')).toContain('More lamps');
  const incremental = site.files('dist');
  await site.build('--no-cache');
  expect(site.files('dist')).toEqual(incremental);
  site.close();
});

it('publishes no code of drafts and later entries in MDX, unless drafts are included', async () => {
  const site = labSite();
  const text = (front: string, words: string) =>
    `---\ntitle: Later\n${front}\n---\nimport { jsx } from 'react/jsx-runtime';\nexport default () => jsx('p', { children: '${words}' });\n`;
  site.write('content/lab/draft.mdx', text('draft: true', 'nobody reads this yet'));
  site.write('content/lab/later.mdx', text('date: 2999-01-01', 'nor this'));
  expect((await site.build()).problems).toEqual([]);
  const published = () => Object.values(site.files('dist')).join('\n');
  expect(published()).toContain('Try it');
  expect(published()).not.toMatch(/nobody reads this yet|nor this/);
  expect((await site.build('--drafts')).problems).toEqual([]);
  expect(published()).toMatch(/nobody reads this yet/);
  expect(published()).toMatch(/nor this/);
  site.close();
});

it('writes the description of an entry in MDX into feeds with whole entries', async () => {
  const site = labSite();
  site.edit('config/site.yaml', (text) => `${text}feeds: { content: full }\n`);
  site.edit('config/content.yaml', (text) =>
    text.replace('template: Lab,', 'template: Lab, list: { path: /lab, template: List }, feeds: [rss, json],'),
  );
  site.edit('content/lab/lamps.mdx', (text) =>
    text.replace('level: 3', 'level: 3\ndescription: How lamps work.\ndate: 2026-01-01'),
  );
  expect((await site.build()).problems).toEqual([]);
  expect(site.read('dist/lab/rss.xml')).toContain('<description>How lamps work.</description>\n</item>');
  expect(JSON.parse(site.read('dist/lab/feed.json')).items).toMatchObject([{ content_text: 'How lamps work.' }]);
  site.close();
});

it('names the file and what is missing if no plugin compiles the MDX of a collection', async () => {
  const site = labSite();
  site.edit('config/site.yaml', (text) => text.replace(/^plugins.*$/m, ''));
  const { code, problems } = await site.build();
  expect(code).toBe(1);
  expect(problems).toEqual([
    expect.objectContaining({
      code: 'BUNDLE_FAILED',
      file: 'content/lab/lamps.mdx',
      message: expect.stringContaining('No plugin of the site compiles MDX.'),
    }),
  ]);
  site.close();
});

it('names the place of an error in MDX, and of an import that does not resolve', async () => {
  const site = labSite();
  const problem = (message: string, line: number, column: number) =>
    expect.objectContaining({ code: 'BUNDLE_FAILED', message, file: 'content/lab/lamps.mdx', line, column });
  site.edit('content/lab/lamps.mdx', (text) => text.replace('Lamp.tsx', 'Lam.tsx'));
  expect((await site.build()).problems).toEqual([
    problem('The import "../../site/ui/Lam.tsx" does not resolve to a file.', 6, 22),
  ]);
  // As compilers throw them: with the position in fields, or in the message only.
  for (const thrown of [
    "Object.assign(new Error('No end'), { line: 7, column: 3 })",
    "new Error('No end (7:3-7:9)')",
  ]) {
    site.write(
      'plugins/mdx.mjs',
      `export default { name: 'mdx', vite: () => [{ name: 'mdx', transform(code, id) { if (id.endsWith('.mdx')) throw ${thrown}; } }] };\n`,
    );
    expect((await site.build()).problems).toEqual([problem('No end', 7, 3)]);
  }
  // As code that the compiler has added throws it, for which no stack names a source.
  site.write('content/lab/lamps.mdx', '---\ntitle: Lamps\n---\nexport default () => <Lamp />;\n');
  site.write(
    'plugins/mdx.mjs',
    `const code = "export default () => { throw Object.assign(new Error('Expected component'), { stack: '' }); };";
export default { name: 'mdx', vite: () => [{ name: 'mdx', enforce: 'pre', transform: (text, id) => id.endsWith('.mdx') ? { code, map: null, moduleType: 'js' } : null }] };\n`,
  );
  expect((await site.build()).problems).toEqual([
    expect.objectContaining({ code: 'PAGE_FAILED', file: 'content/lab/lamps.mdx' }),
  ]);
  // A component that is not imported, as compilers report it in development.
  const reported = 'Expected component `Lamp` to be defined: you likely forgot to import, pass, or provide it.';
  const inDevelopment = '\nIt’s referenced in your code at `4:22-4:30` in `/site/content/lab/lamps.mdx`';
  const thrown = `new Error(${JSON.stringify(reported + inDevelopment)})`;
  site.edit('plugins/mdx.mjs', (text) =>
    text.replace(/^const code = .*$/m, () => {
      const code = `export default () => { throw Object.assign(${thrown}, { stack: '' }); };`;
      return `const code = ${JSON.stringify(code)};`;
    }),
  );
  expect((await site.build()).problems).toEqual([
    expect.objectContaining({
      message: `/lab/lamps (en): ${reported}`,
      file: 'content/lab/lamps.mdx',
      line: 4,
      column: 22,
    }),
  ]);
  site.close();
});

it('names the import in MDX whose name its module does not export, where the compiler has moved it', async () => {
  const site = labSite();
  site.edit('plugins/mdx.mjs', (text) =>
    text.replace("code.replaceAll('\\n', ' \\n')", "'const added = 1;\\n' + code.trim()"),
  );
  const found = async () =>
    (await site.build()).problems.map(({ message, file, line, column }) => [message, `${file}:${line}:${column}`]);
  site.edit('content/lab/lamps.mdx', (text) => text.replace('import { Lamp }', 'import {\n  Lampe as Lamp,\n}'));
  expect(await found()).toEqual([['"Lampe" is not exported by "site/ui/Lamp.tsx".', 'content/lab/lamps.mdx:7:3']]);
  site.edit('content/lab/lamps.mdx', (text) => text.replace(/import \{\n.*\n\}/, 'import Lamp'));
  expect(await found()).toEqual([['"default" is not exported by "site/ui/Lamp.tsx".', 'content/lab/lamps.mdx:6:8']]);
  site.close();
});

it('names the place of a broken link and of a missing file in MDX', async () => {
  const site = labSite();
  site.edit('content/lab/lamps.mdx', (text) =>
    text
      .replace("'h2', {", "'a', { href: '/gone',")
      .replace('lamp] });', "lamp, jsx('a', { href: '../nowhere', children: 'No' }, 'no')] });")
      .replace('[jsx(', "[jsx('img', { src: ['', 'no.png'].join('/') }, 'none'), jsx(")
      .concat('// The compiled form of ![none](/no.png "Nothing").\n'),
  );
  const { problems } = await site.build();
  expect(problems.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
    ['PAGE_LINK_BROKEN', 'content/lab/lamps.mdx', 8, 124],
    ['PAGE_FILE_MISSING', 'content/lab/lamps.mdx', 9, 33],
    ['PAGE_LINK_BROKEN', 'content/lab/lamps.mdx', 8, 188],
  ]);
  site.close();
});

it('names the link in MDX where its address is written in other code too', async () => {
  const site = labSite();
  site.edit('content/lab/lamps.mdx', (text) =>
    text
      .replace('const lamp', "export const addresses = ['/gone', '../nowhere'];\nconst lamp")
      .replace('lamp] });', "lamp, ...addresses.map((href) => jsx('a', { href, children: 'No' }, href))] });")
      .concat('// The compiled form of [gone](/gone) and [nowhere](../nowhere).\n'),
  );
  const { problems } = await site.build();
  expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
    ['PAGE_LINK_BROKEN', 10, 32],
    ['PAGE_LINK_BROKEN', 10, 53],
  ]);
  site.close();
});

it('serves the code of an entry in MDX in development, but no other file of the content', async () => {
  const site = labSite();
  const served = await serve(site);
  const page = await served.get('/lab/lamps');
  expect(page.text).toMatch(/<sitegen-island data-src="([^"]+)".*DESK off/s);
  const island = /<sitegen-island data-src="([^"]+)"/.exec(page.text)?.[1] as string;
  const code = (await served.get(island)).text;
  const entry = /"(\/content\/lab\/lamps\.mdx[^"]*)"/.exec(code)?.[1] as string;
  // As browsers do for scripts.
  const module = await served.get(entry, { headers: { 'sec-fetch-dest': 'script' } });
  expect([module.status, module.headers['content-type']]).toEqual([200, 'text/javascript']);
  expect(module.text).toContain('Try it');
  expect((await served.get('/content/blog/first/en.md')).status).toBe(404);
  site.edit('content/lab/lamps.mdx', (text) => text.replace('desk', 'floor'));
  await served.until('/lab/lamps', ({ text }) => text.includes('FLOOR off'));
  await served.stop();
  site.close();
});
