import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteOf, smallSite } from '../site.ts';

const secret = 'k3y-of-the-shop';

/** A shop whose products an interface returns, which needs a key. */
const shop = `
-- config/content.yaml --
collections:
  products:
    load: ./loaders/products.mjs
    options: { currency: EUR }
    path: /products/{id}
    template: Product
    sort: title
    fields:
      price: { type: number, required: true }
      maker: { type: reference, to: makers }
  makers:
    load: ./loaders/makers.mjs
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: products } } }
notFound: { page: NotFound, seo: notFound.seo }
-- loaders/products.mjs --
import { appendFileSync } from 'node:fs';
import { priceOf } from './prices.mjs';
export default {
  environment: ['SHOP_KEY'],
  files: ['data/prices.json'],
  async load({ environment, options, read }) {
    appendFileSync(new URL('../runs.txt', import.meta.url), 'products ');
    if (environment.SHOP_KEY !== '${secret}') throw new Error('the shop refuses the key');
    if (environment.HOME !== undefined) throw new Error('received a variable that it does not name');
    const prices = JSON.parse(read('data/prices.json'));
    const prefix = '';
    return Object.entries(prices).map(([id, price]) => ({ id, title: \`\${prefix}\${id} in \${options.currency}\`, price: priceOf(price), maker: 'ada' }));
  },
};
-- loaders/prices.mjs --
export const priceOf = (price) => price * 2;
-- loaders/makers.mjs --
import { appendFileSync } from 'node:fs';
export default {
  load() {
    appendFileSync(new URL('../runs.txt', import.meta.url), 'makers ');
    return { ada: { title: 'Ada' } };
  },
};
-- data/prices.json --
{ "lamp": 4, "paper": 1 }
-- .env --
SHOP_KEY=${secret}
-- templates/Product.tsx --
export function Page({ entry }: any) {
  return <h1>{entry.title}: {entry.fields.price} by {entry.fields.maker.title} {import.meta.env.SHOP_KEY}</h1>;
}
-- site/App.tsx --
export function App({ children }: any) {
  return <main>{children}</main>;
}
`;

describe('a loader', () => {
  let site: Site;
  beforeAll(() => {
    site = siteOf(smallSite, shop);
    site.remove('content/blog');
  });
  afterAll(() => site.close());
  const runs = () => {
    const text = site.has('runs.txt') ? site.read('runs.txt') : '';
    site.remove('runs.txt');
    return text.trim().split(' ').sort().join(' ');
  };
  const built = async (...options: string[]) => {
    const { code, report, problems } = await site.build(...options);
    expect(code, JSON.stringify(problems)).toBe(0);
    return report;
  };

  it('gives the entries of a collection, and its secret stays out of all that is published', async () => {
    await built();
    expect(runs()).toBe('makers products');
    expect(site.read('dist/products/lamp/index.html')).toMatch(/lamp in EUR.*8.*by.*Ada/);
    expect(site.has('dist/de/products/lamp/index.html')).toBe(true);
    const holding = Object.entries({ ...site.files('dist'), ...site.files('.sitegen/bundles') });
    expect(holding.filter(([, text]) => text.includes(secret)).map(([path]) => path)).toEqual([]);
    expect(site.read('.sitegen/cache/loaders/products.json')).not.toContain(secret);
  });

  it('with `files` runs again only after a change of its files, code, options or environment', async () => {
    expect((await built())?.rendered).toBe(0);
    expect(runs()).toBe('makers');
    site.edit('data/prices.json', (text) => text.replace('4', '5'));
    await built();
    expect(runs()).toBe('makers products');
    expect(site.read('dist/products/lamp/index.html')).toContain('10');
    site.edit('loaders/prices.mjs', (text) => text.replace('* 2', '* 3'));
    await built();
    expect(runs()).toBe('makers products');
    expect(site.read('dist/products/lamp/index.html')).toContain('15');
    await built('--no-cache', '--out', 'clean');
    expect(runs()).toBe('makers products');
    expect(site.files('dist')).toEqual(site.files('clean'));
  });

  it('that fails, returns a secret or wrong values is an error at its place, and the site stays', async () => {
    const before = site.files('dist');
    site.write('.env', 'SHOP_KEY=another-key-of-the-shop\n');
    const refused = (await site.build()).problems[0];
    expect(refused).toMatchObject({
      code: 'LOADER_FAILED',
      message: 'The loader of `products` failed: the shop refuses the key',
      file: 'loaders/products.mjs',
      line: 8,
    });
    site.write('.env', `SHOP_KEY=${secret}\n`);
    site.edit('loaders/products.mjs', (text) => text.replace("prefix = ''", 'prefix = environment.SHOP_KEY'));
    const leaked = (await site.build()).problems;
    expect(leaked).toMatchObject([{ code: 'LOADER_SECRET', file: 'config/content.yaml', line: 3 }]);
    expect(JSON.stringify(leaked)).not.toContain(secret);
    site.edit('loaders/products.mjs', (text) =>
      text.replace('prefix = environment.SHOP_KEY', "prefix = ''").replace('priceOf(price)', '"dear"'),
    );
    expect((await site.build()).problems[0]).toMatchObject({
      code: 'CONTENT_WRONG_TYPE',
      message: '`price` must be a number, not "dear" (entry `lamp`).',
      file: 'loaders/products.mjs',
    });
    site.edit('loaders/products.mjs', (text) => text.replace('"dear"', 'priceOf(price)'));
    site.edit('loaders/products.mjs', (text) =>
      text.replace("files: ['data/prices.json']", "files: ['data/price.json']"),
    );
    expect((await site.build()).problems[0]).toMatchObject({
      code: 'LOADER_FILE_MISSING',
      message: '`files` of the loader `./loaders/products.mjs` names data/price.json, which does not exist.',
      hint: 'Did you mean `data/prices.json`?',
    });
    site.edit('loaders/products.mjs', (text) => text.replace("files: ['data/price.json']", 'files: []'));
    expect((await site.build()).problems[0]).toMatchObject({
      code: 'LOADER_FAILED',
      message: expect.stringContaining('it reads data/prices.json, which its `files` do not name'),
    });
    site.write(
      'loaders/products.mjs',
      "export default { load: () => { throw new Error('fetch failed', { cause: new Error('no connection') }); } };\n",
    );
    expect((await site.build()).problems[0]?.message).toBe(
      'The loader of `products` failed: fetch failed (no connection)',
    );
    site.write('loaders/products.mjs', 'export default { load() { retrun 1; } };\n');
    expect((await site.build()).problems[0]).toMatchObject({
      code: 'LOADER_FAILED',
      file: 'loaders/products.mjs',
      line: 1,
      column: 34,
    });
    site.edit('config/content.yaml', (text) => text.replace('makers.mjs', 'maker.mjs'));
    expect((await site.build()).problems.map(({ code }) => code)).toContain('LOADER_NOT_FOUND');
    expect(site.files('dist')).toEqual(before);
  });
});

it('reports parts that a loader cannot have, entries in unknown languages, and a loader that ends the program', async () => {
  const site = siteOf(
    smallSite,
    `
-- config/content.yaml --
collections:
  makers: { load: ./loaders/makers.mjs }
-- site/pages/Home.tsx --
export const Page = () => <h1>Home</h1>;
-- site/App.tsx --
export const App = ({ children }: any) => children;
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { makers: { collection: makers } } }
notFound: { page: NotFound, seo: notFound.seo }
`,
  );
  for (const slug of ['first', 'second', 'third']) site.remove(`content/blog/${slug}`);
  const problemOf = async (loader: string) => {
    site.write('loaders/makers.mjs', `export default { ${loader} };\n`);
    const { code, problems } = await site.build('--no-cache');
    const [problem] = problems;
    return code === 0 ? null : `${problem?.code} ${problem?.file ?? ''} ${problem?.message} | ${problem?.hint}`;
  };
  const wrong = 'LOADER_WRONG_PART config/content.yaml The loader `./loaders/makers.mjs`';
  const load = "load: () => [{ id: 'ada', title: 'Ada' }]";
  expect(await problemOf(load)).toBe(null);
  expect(await problemOf(`${load}, file: ['data/a.csv']`)).toBe(
    `${wrong} has a part \`file\` that does not exist. | Did you mean \`files\`?`,
  );
  expect(await problemOf(`${load}, files: 'data/a.csv'`)).toBe(
    `${wrong} has \`files\` that is no list of texts. | Write \`files: ['…']\`.`,
  );
  expect(await problemOf(`${load}, environment: 'TOKEN'`)).toContain(`${wrong} has \`environment\``);
  expect(await problemOf(`${load}, maxAgeSeconds: '60'`)).toContain(`${wrong} has \`maxAgeSeconds\``);
  expect(await problemOf("load: () => [{ id: 'ada', title: 'Ada', locale: 'dee' }]")).toBe(
    'CONTENT_UNKNOWN_LOCALE loaders/makers.mjs The site has no locale `dee` (entry `ada`). | Did you mean `de`?',
  );
  const problemsOf = async (loader: string) => {
    site.write('loaders/makers.mjs', loader);
    const { problems } = await site.build('--no-cache');
    return problems.map(({ message, file, line, column }) => `${file}:${line}:${column} ${message}`);
  };
  const returning = (list: string) => `export default {\n  load: () => ${list},\n};\n`;
  expect(
    await problemsOf(returning("[{ id: 'ada', title: 'Ada' }, { title: 'Ben' }, 'Cleo', { id: 'dan', title: 4 }]")),
  ).toEqual([
    'loaders/makers.mjs:2:3 This entry has no `id` (item 2 of the list).',
    'loaders/makers.mjs:2:3 This item of the list is not a map of keys (item 3 of the list).',
    'loaders/makers.mjs:2:3 `title` must be text, not 4 (entry `dan`).',
  ]);
  expect(await problemsOf(returning("[{ id: 'ada', title: 3 }]"))).toEqual([
    'loaders/makers.mjs:2:3 `title` must be text, not 3 (entry `ada`).',
  ]);
  expect(await problemOf('load: () => process.exit(0)')).toMatch(
    /^BUILD_ENDED {2}The program ended before the site was built/,
  );
  expect(await problemOf("load: () => new Map([['ada', { title: 'Ada' }]])")).toBe(null);
  expect(site.read('dist/_payload.json')).toContain('Ada');
  site.close();
});
