import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { type Served, serve } from './served.ts';

const site = `${sampleSite}
-- config/site.yaml --
name: Workshop
url: https://workshop.example
plugins: [./plugins/words.mjs]
-- config/content.yaml --
collections:
  blog: { from: content/blog, path: '/blog/{slug}', template: Post, seo: blog.seo }
  notes: { load: ./loaders/notes.mjs, path: '/notes/{slug}', template: Post, seo: blog.seo }
-- plugins/word.mjs --
export const word = 'one';
-- loaders/title.mjs --
export const title = 'Title one';
-- site/pages/About.tsx --
import names from '../../data/names.json';
import mark from '../../lib/mark.svg';
import { count } from '../../lib/count';
import { kind } from 'kind';
export const Page = () => <p title={names[0]} id={kind}><img src={mark} alt="" width="8" height="8" />{\`\${count} marks\`}</p>;
-- plugins/words.mjs --
import { readFileSync } from 'node:fs';
import { word } from './word.mjs';
import sign from './sign.cjs';
const more = readFileSync(new URL('../lib/more.txt', import.meta.url), 'utf8').trim();
export default { name: 'words', head: () => ({ meta: [{ name: 'word', content: word }, { name: 'more', content: more }, { name: 'sign', content: sign }] }) };
-- plugins/sign.cjs --
module.exports = require('./sign-text.cjs');
-- plugins/sign-text.cjs --
module.exports = 'Sign one';
-- lib/more.txt --
More one
-- loaders/notes.mjs --
import { title } from './title.mjs';
import { text } from '../lib/text.mjs';
export default { load: () => [{ id: 'first', title, description: text, date: '2026-01-01' }] };
-- lib/text.mjs --
export const text = 'Text one';
-- lib/count.ts --
export const count = 'One';
-- lib/mark.svg --
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>
-- node_modules/kind/package.json --
{ "name": "kind", "version": "1.0.0", "type": "module", "exports": "./index.js" }
-- node_modules/kind/index.js --
export const kind = 'kind-one';
-- data/names.json --
["Mark"]
`;

describe('the development server', () => {
  let edited: Site;
  let served: Served;
  beforeAll(async () => {
    edited = siteOf(site);
    served = await serve(edited);
  });
  afterAll(async () => {
    await served.stop();
    edited.close();
  });
  const about = 'site/pages/About.tsx';
  /** Edits the page until the end of the test. */
  const editAbout = (change: (text: string) => string): void => {
    const page = edited.read(about);
    onTestFinished(() => edited.write(about, page));
    edited.edit(about, change);
  };
  const shows = (path: string, text: string) => served.until(path, (reply) => reply.text.includes(text));

  it('serves the modules that pages import from outside of `site/`, and only these', async () => {
    expect((await served.get('/about')).text).toContain('src="/lib/mark.svg"');
    const page = (await served.get('/site/pages/About.tsx')).text;
    const imported = [...page.matchAll(/from "(\/(?:lib|data)\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(imported.length).toBe(3);
    for (const url of ['/lib/mark.svg', ...imported]) expect((await served.get(url)).status, url).toBe(200);
    for (const url of ['/package.json', '/lib/none.ts', '/plugins/word.mjs'])
      expect((await served.get(url)).status, url).toBe(404);
  });

  it('runs the new code of a module that a plugin imports', async () => {
    await shows('/about', 'content="one"');
    edited.edit('plugins/word.mjs', (text) => text.replace('one', 'two'));
    await shows('/about', 'content="two"');
    edited.edit('plugins/word.mjs', (text) => text.replace('two', 'three'));
    await shows('/about', 'content="three"');
    for (const number of ['two', 'three']) {
      edited.write('plugins/sign-text.cjs', `module.exports = 'Sign ${number}';\n`);
      await shows('/about', `content="Sign ${number}"`);
    }
  });

  it('runs the new code of a module that a loader imports', async () => {
    await shows('/notes/first', 'Title one');
    edited.edit('loaders/title.mjs', (text) => text.replace('one', 'two'));
    await shows('/notes/first', 'Title two');
  });

  it('shows edits of modules, data and errors outside of `site/`, in pages and in browsers', async () => {
    await shows('/about', 'One marks');
    await shows('/lib/count.ts', 'One');
    edited.edit('lib/count.ts', (text) => text.replace("'One'", "'Two'"));
    await shows('/about', 'Two marks');
    await shows('/lib/count.ts', 'Two');
    await shows('/data/names.json?import', 'Mark');
    edited.write('data/names.json', '["Sign"]');
    await shows('/about', 'title="Sign"');
    await shows('/data/names.json?import', 'Sign');
    edited.edit('lib/count.ts', (text) => text.replace('=', '= ='));
    await shows('/@sitegen/problems', '"lib/count.ts"');
    edited.edit('lib/count.ts', (text) => text.replace('= =', '='));
    await shows('/@sitegen/problems', '[]');
    await shows('/about', 'src="/lib/mark.svg"');
    expect((await served.get('/@sitegen/problems')).text).not.toContain('PAGE_FILE_MISSING');
  });

  it('notices that a module outside of `site/` is created that a page imports already', async () => {
    const page = edited.read('site/pages/About.tsx');
    edited.write('site/pages/About.tsx', page.replace('lib/count', 'lib/later'));
    await shows('/@sitegen/problems', '../../lib/later');
    // The edit of the page may be bundled twice.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    edited.write('lib/later.ts', "export const count = 'Later';\n");
    await shows('/about', 'Later marks');
    await shows('/site/pages/About.tsx', '/lib/later.ts');
    edited.write('site/pages/About.tsx', page);
  });

  it('shows edits of files outside of their folders that plugins and loaders read or import', async () => {
    await shows('/about', 'content="More one"');
    edited.write('lib/more.txt', 'More two\n');
    await shows('/about', 'content="More two"');
    await shows('/notes/first', 'Text one');
    edited.edit('lib/text.mjs', (text) => text.replace('one', 'two'));
    await shows('/notes/first', 'Text two');
  });

  it('shows styles and modules by the current settings of PostCSS and TypeScript', async () => {
    const style = '/lib/styles.css?direct';
    edited.write('lib/styles.css', '.mark { color: one; }\n');
    editAbout((text) => `import '../../lib/styles.css';\n${text}`);
    await shows(style, 'one');
    const settings = {
      mjs: ["import color from './color.mjs';\nexport default { plugins: [color] };\n", 'export default'],
      cjs: ["module.exports = { plugins: [require('./color.cjs')] };\n", 'module.exports ='],
    };
    for (const [ending, [config, exported]] of Object.entries(settings)) {
      for (const color of ['red', 'blue', 'green']) {
        const declaration = `Declaration(d) { if (d.value === 'one') d.value = '${color}'; }`;
        edited.write(`color.${ending}`, `${exported} { postcssPlugin: 'color', ${declaration} };\n`);
        if (color === 'red') edited.write(`postcss.config.${ending}`, config as string);
        await shows(style, color);
      }
      edited.remove(`postcss.config.${ending}`);
      await shows(style, 'one');
    }
    editAbout((text) => text.replace('../../lib/count', '~/count'));
    edited.write('other/count.ts', "export const count = 'Other';\n");
    for (const folder of ['lib', 'other']) {
      edited.write('tsconfig.json', `{ "compilerOptions": { "paths": { "~/*": ["./${folder}/*"] } } }`);
      await shows('/site/pages/About.tsx', `from "/${folder}/count.ts`);
      await shows('/about', folder === 'lib' ? 'Two marks' : 'Other marks');
    }
    edited.remove('tsconfig.json');
  });

  it('shows files that match a pattern outside of the source folders as they are added and removed', async () => {
    const glob = "const parts = import.meta.glob('../../parts/**/*.ts', { eager: true });";
    edited.remove('parts');
    editAbout((text) =>
      text.replace(
        'export const Page = () => <p',
        `${glob}\nexport const Page = () => <p lang={Object.keys(parts).join()}`,
      ),
    );
    // The first file is added between two looks at the pattern: by what serves modules, and by the bundler.
    await shows('/site/pages/About.tsx', 'parts');
    for (const path of ['parts/first.ts', 'parts/deep/second.ts', 'parts/deep/third.ts']) {
      edited.write(path, `export const path = '${path}';\n`);
      await shows('/about', `../../${path}`);
      await shows('/site/pages/About.tsx', `/${path}`);
    }
    edited.remove('parts/deep/second.ts');
    await served.until('/about', ({ text }) => !text.includes('second.ts'));
    await served.until('/site/pages/About.tsx', ({ text }) => !text.includes('/parts/deep/second.ts'));
  });

  it('shows another version of an installed package, as it is removed and installed', async () => {
    const optimised = async () => {
      const page = (await served.get('/site/pages/About.tsx')).text;
      return /from "(\/[^"]*\/kind\.js[^"]*)"/.exec(page)?.[1] ?? '/';
    };
    await shows('/about', 'id="kind-one"');
    await shows(await optimised(), 'kind-one');
    edited.remove('node_modules/kind');
    await shows('/@sitegen/problems', 'npm install kind');
    edited.write('node_modules/kind/package.json', '{ "name": "kind", "version": "1.0.1", "exports": "./main.mjs" }');
    edited.write('node_modules/kind/main.mjs', "export const kind = 'kind-two';\n");
    edited.write('node_modules/.package-lock.json', '{}');
    await shows('/about', 'id="kind-two"');
    await vi.waitFor(async () => expect((await served.get(await optimised())).text).toContain('kind-two'), 20_000);
    edited.edit('node_modules/kind/main.mjs', (text) => text.replace('two', 'three'));
    await shows('/about', 'id="kind-three"');
    await vi.waitFor(async () => expect((await served.get(await optimised())).text).toContain('kind-three'), 20_000);
  });
});
