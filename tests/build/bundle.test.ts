import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Built, type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

/** A site whose pages show what their code was made from. */
const sources = `
-- site/pages/About.tsx --
import dependency from 'dependency';
import linked from 'linked';
import data from '../../data/words.json';
import note from '../../content/note.txt?raw';
import outside from '../../../OUTSIDE/outside.js';
import './about.css';
const found = import.meta.glob('../../data/found/*.json', { eager: true, import: 'default' });
export function Page() {
  return <ul>
    <li>{dependency}</li><li>{linked}</li><li>{data.word}</li><li>{note}</li><li>{outside}</li>
    <li>{Object.values(found).join(' ')}</li><li>env {import.meta.env.VITE_WORD}</li>
  </ul>;
}
-- site/pages/about.css --
@import './part.css';
-- site/pages/part.css --
.part { color: one; }
-- site/unused.ts --
export const unused = 1;
-- data/words.json --
{ "word": "data one" }
-- data/found/a.json --
"found one"
-- content/note.txt --
note one
-- node_modules/dependency/package.json --
{ "name": "dependency", "version": "1.0.0", "type": "module", "main": "index.js" }
-- node_modules/dependency/index.js --
export default 'dependency one';
-- node_modules/dependency/next.js --
export default 'dependency two';
-- packages/linked/package.json --
{ "name": "linked", "version": "1.0.0", "type": "module", "main": "index.js" }
-- packages/linked/index.js --
export default 'linked one';
`;

describe('the cached bundle', () => {
  let site: Site;
  let outside: Site;
  beforeEach(async () => {
    // Later tests start from the bundle of the first one.
    outside = siteWithBundles("-- outside.js --\nexport default 'outside one';\n");
    site = siteWithBundles(smallSite, sources.replace('OUTSIDE', outside.root.split('/').at(-1) as string));
    site.link('node_modules/linked', '../packages/linked');
    await build();
  });
  afterEach(() => {
    site.close();
    outside.close();
  });

  const build = async (...options: string[]): Promise<Built> => {
    const built = await site.build(...options);
    expect(built.code, built.stderr).toBe(0);
    return built;
  };
  const expectBundle = async (bundle: 'made' | 'reused') => expect((await build()).report?.bundle).toBe(bundle);
  const readPage = (): string => site.read('dist/about/index.html');

  it('removes what a killed bundler left, and nothing of one that runs', async () => {
    site.write('.sitegen/bundles/new.4194305/client/left.js', '');
    site.write('.sitegen/bundles/new.1/client/in-use.js', '');
    await build('--no-cache');
    expect(site.has('.sitegen/bundles/new.4194305')).toBe(false);
    expect(site.has('.sitegen/bundles/new.1/client/in-use.js')).toBe(true);
  });

  it('is not reused after a change of a package, a linked package, data, content, or a file outside of the site', async () => {
    const edits: readonly (readonly [string, () => void])[] = [
      ['dependency', () => site.write('node_modules/dependency/index.js', "export default 'dependency two';\n")],
      ['linked', () => site.write('packages/linked/index.js', "export default 'linked two';\n")],
      ['data', () => site.write('data/words.json', '{ "word": "data two" }')],
      ['note', () => site.write('content/note.txt', 'note two')],
      ['outside', () => outside.write('outside.js', "export default 'outside two';\n")],
    ];
    for (const [name, edit] of edits) {
      edit();
      await build();
      expect(readPage()).toContain(`${name} two`);
    }
  });

  it('is not reused if a package has another entry, a glob matches a new file, or an imported style changed', async () => {
    site.edit('node_modules/dependency/package.json', (text) => text.replace('index.js', 'next.js'));
    await build();
    expect(readPage()).toContain('dependency two');
    site.write('data/found/b.json', '"found two"');
    await build();
    expect(readPage()).toContain('found one found two');
    site.write('site/pages/part.css', '.part { color: two; }');
    await build();
    expect(Object.values(site.files('dist/assets')).join('')).toMatch(/color:\s*two/);
    site.write('site/node_modules/dependency/index.js', "export default 'dependency three';\n");
    await build();
    expect(readPage()).toContain('dependency three');
  });

  it('is not reused after a change of the compiler settings or of PostCSS', async () => {
    site.write('tsconfig.json', '{ "compilerOptions": { "jsx": "react-jsx" } }');
    await expectBundle('made');
    site.write('tsconfig.json', '{ "compilerOptions": { "jsx": "react-jsx", "strict": true } }');
    await expectBundle('made');
    site.write('postcss.config.mjs', "import color from './color.mjs';\nexport default { plugins: [color] };\n");
    for (const color of ['red', 'tan']) {
      const declaration = `Declaration(d) { if (d.value === 'one') d.value = '${color}'; }`;
      site.write('color.mjs', `export default { postcssPlugin: 'color', ${declaration} };\n`);
      await build();
      expect(Object.values(site.files('dist/assets')).join('')).toContain(`color:${color}`);
    }
  });

  it('is not reused if `VITE_*` changes in the environment or in `.env` files', async () => {
    site.write('.env', 'VITE_WORD=first');
    await build();
    expect(readPage()).toContain('first');
    site.write('.env.production', 'VITE_WORD=second');
    await build();
    expect(readPage()).toContain('second');
    process.env.VITE_WORD = 'third';
    try {
      await build();
      expect(readPage()).toContain('third');
      // The cache holds the bundle of another environment in between.
      process.env.VITE_WORD = 'fourth';
      await build('--no-cache');
      expect(readPage()).toContain('fourth');
      expect(readPage()).not.toContain('third');
    } finally {
      delete process.env.VITE_WORD;
    }
    await build();
    expect(readPage()).toContain('second');
  });

  it('is reused after a change of files that no page imports, and after a return to an earlier state', async () => {
    site.edit('content/blog/third/en.md', (text) => `${text}\nMore.\n`);
    site.write('site/unused.ts', 'export const unused = 2;\n');
    await expectBundle('reused');
    const before = site.read('data/words.json');
    site.write('data/words.json', '{ "word": "data two" }');
    await expectBundle('made');
    site.write('data/words.json', before);
    await expectBundle('reused');
    expect(readPage()).toContain('data one');
  });
});

describe('the process that bundles', () => {
  it.skipIf(!existsSync('/proc/self/maps'))(
    'has ended before pages are rendered, and is not that of the build',
    async () => {
      const site = siteOf(
        smallSite,
        `-- site/pages/About.tsx --
export function Page() {
  const { readFileSync, readdirSync } = globalThis.process?.getBuiltinModule('node:fs') ?? {};
  const read = (file) => { try { return readFileSync(file, 'utf8'); } catch { return ''; } };
  const own = read('/proc/self/maps').includes('rolldown');
  const others = readdirSync('/proc').filter((id) =>
    read('/proc/' + id + '/stat').split(') ')[1]?.split(' ')[1] === String(process.pid) && read('/proc/' + id + '/cmdline').includes('bundle-process'));
  return <p>{\`bundlers: \${own ? 1 : 0} + \${others.length}\`}</p>;
}
`,
      );
      const built = await site.build('--no-cache');
      expect(built.code, built.stderr).toBe(0);
      expect(site.read('dist/about/index.html')).toContain('bundlers: 0 + 0');
      site.close();
    },
  );
});

describe('the scripts of a page', () => {
  it('hold the class names that it uses only, if it reads them by their names', async () => {
    const site = siteOf(
      smallSite,
      `
-- site/pages/About.tsx --
import lamp from './lamp.module.css';
import desk from './desk.module.css';
import typo from './typo.module.css';
const wanted = 'shown';
export const Page = () => <h1 className={[lamp.shown, desk[wanted], desk['top-left'], typo.shwon].join(' ')}>About</h1>;
-- site/pages/lamp.module.css --
.shown { color: red; }
.unused { color: blue; }
-- site/pages/desk.module.css --
.shown { color: red; }
.top-left { color: blue; }
-- site/pages/typo.module.css --
.shown { color: red; }
`,
    );
    const { code, problems } = await site.build();
    expect([code, problems]).toEqual([0, []]);
    const [, classes = ''] = /<h1 class="([^"]+)">/.exec(site.read('dist/about/index.html')) ?? [];
    expect(classes).toMatch(/^shown_\w{5} shown_\w{5} top-left_\w{5} $/);
    const scripts = Object.entries(site.files('dist/assets')).filter(([path]) => path.endsWith('.js'));
    const text = scripts.map(([, script]) => script).join('\n');
    for (const name of classes.trim().split(' ')) expect(text).toContain(name);
    expect(text).not.toContain('unused_');
    site.close();
  });
});

describe('an installed CommonJS package', () => {
  it('that requires React gets the React that renders the page', async () => {
    const site = siteOf(
      smallSite,
      `
-- node_modules/greeting/package.json --
{ "name": "greeting", "version": "1.0.0", "main": "index.js" }
-- node_modules/greeting/index.js --
const { createElement, useId } = require('react');
const { jsx } = require('react/jsx-runtime');
exports.Greeting = ({ name }) => createElement('b', { 'data-id': useId() }, jsx('i', { children: 'Hello ' + name }));
-- site/pages/About.tsx --
import { Greeting } from 'greeting';
export const Page = () => <h1><Greeting name="you" /></h1>;
`,
    );
    const { code, problems } = await site.build();
    expect([code, problems]).toEqual([0, []]);
    expect(site.read('dist/about/index.html')).toMatch(/<h1><b data-id="[^"]+"><i>Hello you<\/i><\/b><\/h1>/);
    site.close();
  });
});
