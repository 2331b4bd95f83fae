import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

const settings = `
-- config/site.yaml --
name: Small
url: https://small.example
`;

/** Two states of a post, of which each build has the other one. */
const words = ['Silver', 'Paper'] as const;
const post = (word: string) => `---\ntitle: The last post\ndescription: d\ndate: 2026-01-05\n---\nA ${word} text.\n`;

describe('a cache', () => {
  let site: Site;
  const clean: Record<string, string>[] = [];
  let turn = 0;
  /** Builds the other state of the post and compares it to a clean build of that state. */
  const buildOther = async (what: string): Promise<void> => {
    turn += 1;
    const word = words[turn % 2] as string;
    site.write('content/blog/last/en.md', post(word));
    const built = await site.build();
    expect(built.code, `${what}: ${built.stderr}`).toBe(0);
    expect(site.files('dist'), what).toEqual(clean[turn % 2]);
  };
  beforeEach(async () => {
    site = siteOf(smallSite, settings);
    for (const [index, word] of words.entries()) {
      site.write('content/blog/last/en.md', post(word));
      expect((await site.build('--no-cache', '--out', 'clean')).code).toBe(0);
      clean[index] = { ...site.files('clean') };
    }
    site.remove('clean');
    await buildOther('the first build');
  });
  afterEach(() => site.close());

  /** The cache files by what they hold; the generator's types and schemas are no caches. */
  const groups = (): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, string[]>();
    for (const path of Object.keys(site.files('.sitegen'))) {
      const group = path.replace(/(?<=^bundles\/)[^/]*|(?<=^cache\/body\/).*/, '*');
      if (!/^(?:types|schema)\/|evicted$/.test(path)) found.set(group, [...(found.get(group) ?? []), path]);
    }
    return found;
  };

  it('that is cut short, garbled, foreign or empty is rebuilt', { timeout: 400_000 }, async () => {
    const damages: readonly (readonly [what: string, change: (text: string) => string])[] = [
      ['cut short', (text) => text.slice(0, text.length / 2)],
      ['garbled', (text) => text.replace(/[a-z](?=[^a-z]*$)/, (letter) => (letter === 'x' ? 'y' : 'x'))],
      ['foreign', () => '{"version":1,"files":[],"folders":[]}'],
    ];
    expect([...groups().keys()]).toEqual(
      expect.arrayContaining(['record.bin', 'snapshot.json', 'cache/stat.bin', 'cache/entries.ndjson', 'cache/body/*']),
    );
    for (const [what, change] of damages) {
      // All at once, and then each kind alone, since one damaged file may hide another. Bundles take long.
      const kinds = groups();
      const alone = [...kinds].filter(([kind]) => what === 'garbled' && !kind.startsWith('bundles/'));
      const rounds = [[...kinds.values()].flat(), ...alone.map(([, files]) => files)];
      for (const files of rounds) {
        for (const file of files) if (site.has(`.sitegen/${file}`)) site.edit(`.sitegen/${file}`, change);
        await buildOther(`${what}: ${files[0]} and ${files.length - 1} more`);
      }
    }
  });

  it('is rebuilt where folders are in place of its files', async () => {
    site.edit('config/site.yaml', (text) => `${text}output: { precompress: [br, gz] }\n`);
    expect((await site.build()).code).toBe(0);
    const before = site.files('dist');
    site.write('content/blog/last/en.md', post('Other'));
    expect((await site.build()).code).toBe(0);
    const files = [...groups().values()].flat();
    expect(files.some((path) => path.startsWith('cache/compressed/'))).toBe(true);
    for (const path of files) {
      site.remove(`.sitegen/${path}`);
      site.write(`.sitegen/${path}/file`, '');
    }
    site.write('content/blog/last/en.md', post(words[turn % 2] as string));
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(site.files('dist')).toEqual(before);
  });

  it('of sources is not misled by an edit that keeps size and modification time', async () => {
    const file = 'content/blog/first/en.md';
    const old = new Date(Date.now() - 60_000);
    const set = () => utimesSync(join(site.root, file), old, old);
    set();
    await buildOther('before the edit');
    site.edit(file, (text) => text.replace('A first', 'A third').replace('first post', 'third post'));
    set();
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect((await site.build('--no-cache', '--out', 'clean')).code).toBe(0);
    expect(site.files('dist')).toEqual(site.files('clean'));
  });
});

it('of a bundle is not misled by edits that keep size and modification time, of its inputs or of itself', async () => {
  const site = siteOf(smallSite);
  const replaceText = (path: string, from: string, to: string) => {
    site.edit(path, (text) => text.replaceAll(from, to));
    utimesSync(join(site.root, path), 1.7e9, 1.7e9);
  };
  const page = (word: string) => `export const Page = () => <h1>${word}</h1>;\n`;
  for (const word of ['alpha', 'gamma']) {
    site.write('site/pages/About.tsx', page(word));
    utimesSync(join(site.root, 'site/pages/About.tsx'), 1.7e9, 1.7e9);
    expect((await site.build()).code).toBe(0);
    expect(site.read('dist/about/index.html')).toContain(`<h1>${word}`);
  }
  const scripts = Object.keys(site.files('.sitegen/bundles')).filter((path) => /client\/assets\/.*\.js$/.test(path));
  for (const path of scripts) {
    const { mtimeMs } = statSync(join(site.root, '.sitegen/bundles', path));
    replaceText(`.sitegen/bundles/${path}`, 'const', 'tsnoc');
    utimesSync(join(site.root, '.sitegen/bundles', path), mtimeMs / 1000, mtimeMs / 1000);
  }
  site.remove('dist');
  expect((await site.build()).code).toBe(0);
  expect(Object.values(site.files('dist/assets')).join('')).not.toContain('tsnoc');
  site.close();
});

/** A plugin that adds a word, which it imports from a module, to each text. */
const wordsPlugin = (module: string): string => `
-- config/site.yaml --
name: Small
url: https://small.example
plugins: [./plugins/words.mjs]
-- plugins/words.mjs --
import { word } from '${module}';
const text = (value) => ({ type: 'text', value });
export default { name: 'words', rehypePlugins: [() => (tree) => void tree.children.push(text(word))] };
`;

it('includes files outside of plugins/ and loaders/ that their code imports or reads', async () => {
  const site = siteWithBundles(
    smallSite,
    `${wordsPlugin('../lib/word.mjs')}-- lib/word.mjs --
import { readFileSync } from 'node:fs';
export const word = readFileSync(new URL('./word.txt', import.meta.url), 'utf8');
-- lib/word.txt --
alpha
-- loaders/shop.mjs --
import { word } from '../lib/word.mjs';
export default { load: () => [{ id: 'lamp', title: word.trim() }] };
`,
  );
  site.edit(
    'config/content.yaml',
    (text) => `${text.trimEnd()}\n  shop: { load: ./loaders/shop.mjs, path: '/shop/{slug}', template: Post }\n`,
  );
  for (const word of ['alpha', 'beta']) {
    site.write('lib/word.txt', word);
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(site.read('dist/blog/first/index.html')).toContain(word);
    expect(site.read('dist/shop/lamp/index.html')).toContain(`<h1>${word}</h1>`);
  }
  site.close();
});

it('of schemas for editors is written again where a file is damaged or missing', async () => {
  const site = siteWithBundles(smallSite);
  expect((await site.build()).code).toBe(0);
  const schemas = site.files('.sitegen/schema');
  site.edit('.sitegen/schema/site.json', (text) => text.slice(0, 100));
  site.remove('.sitegen/schema/routes.json');
  site.write('content/blog/last/en.md', post('Silver'));
  expect((await site.build()).code).toBe(0);
  expect(site.files('.sitegen/schema')).toEqual(schemas);
  site.close();
});

it.each([
  ['npm', '.package-lock.json'],
  ['pnpm', '.pnpm/lock.yaml'],
  ['Yarn 1', '.yarn-integrity'],
  ['Yarn', '.yarn-state.yml'],
])('includes the packages that the code of a plugin imports, as %s installs them', async (_manager, record) => {
  const site = siteWithBundles(
    smallSite,
    `${wordsPlugin('words')}-- node_modules/words/package.json --
{ "name": "words", "version": "1.0.0", "type": "module", "main": "index.js" }
`,
  );
  for (const word of ['alpha', 'gamma']) {
    site.write('node_modules/words/index.js', `export const word = '${word}';\n`);
    site.write(`node_modules/${record}`, word);
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(site.read('dist/blog/first/index.html')).toContain(word);
  }
  site.close();
});
