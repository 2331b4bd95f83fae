import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { type Served, serve } from './served.ts';

/** Returns a loader of a collection, which appends the collection's name to runs.txt whenever it runs. */
const loader = (name: string, members: string) => `
-- loaders/${name}.mjs --
import { appendFileSync } from 'node:fs';
${members.includes('word') ? "import { word } from 'linked';" : ''}
const entry = (title) => [{ id: 'one', title, description: 'A description.', date: '2026-01-01' }];
const record = () => appendFileSync(new URL('..', import.meta.url).pathname + 'runs.txt', '${name} ');
export default { ${members} };
`;

const site = `${sampleSite}
-- config/content.yaml --
collections:
  blog: { from: content/blog, path: '/blog/{slug}', template: Post, seo: blog.seo, list: { path: /blog, template: List } }
  reading: { load: ./loaders/reading.mjs, path: '/reading/{slug}', template: Post, seo: blog.seo }
  declaring: { load: ./loaders/declaring.mjs, path: '/declaring/{slug}', template: Post, seo: blog.seo }
  importing: { load: ./loaders/importing.mjs, path: '/importing/{slug}', template: Post, seo: blog.seo }
${loader('reading', "load: ({ read }) => { record(); return entry(read('data/title.txt')); }")}
${loader('declaring', "files: ['locales/en/home.json'], load: ({ read }) => { record(); return entry(JSON.parse(read('locales/en/home.json')).seo.title); }")}
${loader('importing', 'load: () => { record(); return entry(word); }')}
-- data/title.txt --
Title one
-- data/other.txt --
Other one
-- package.json --
{ "type": "module", "dependencies": { "linked": "1.0.0", "shown": "1.0.0" } }
-- packages/linked/package.json --
{ "type": "module", "main": "index.js" }
-- packages/linked/index.js --
export const word = 'Word one';
-- packages/shown/package.json --
{ "type": "module", "main": "index.js" }
-- packages/shown/index.js --
export const shown = 'Shown one';
-- site/pages/About.tsx --
import { shown } from 'shown';
export const Page = () => <p>{shown}</p>;
`;

let edited: Site;
let served: Served;
beforeAll(async () => {
  edited = siteOf(site);
  for (const name of ['linked', 'shown']) edited.link(`node_modules/${name}`, `../packages/${name}`);
  served = await serve(edited);
});
afterAll(async () => {
  await served.stop();
  edited.close();
});
const shows = (path: string, text: string) => served.until(path, (reply) => reply.text.includes(text));
/** The loaders that have run since the last call, each once: a file that is written in two steps is seen twice. */
const runs = async () => {
  await new Promise((done) => setTimeout(done, 500));
  const text = edited.has('runs.txt') ? edited.read('runs.txt') : '';
  edited.remove('runs.txt');
  return [...new Set(text.trim().split(' ').sort())].join(' ');
};

it('the development server runs a loader again only after a change of what it reads, declares or imports', async () => {
  await shows('/about', 'Shown one');
  await shows('/reading/one', 'Title one');
  expect(await runs()).toBe('declaring importing reading');

  edited.write('packages/shown/index.js', "export const shown = 'Shown two';\n");
  await shows('/about', 'Shown two');
  edited.write('data/other.txt', 'Other two\n');
  edited.write('data/title.txt', 'Title two\n');
  await shows('/reading/one', 'Title two');
  expect(await runs()).toBe('reading');

  edited.edit('locales/en/home.json', (text) => text.replace('Small home', 'Another home'));
  await shows('/declaring/one', 'Another home');
  expect(await runs()).toBe('declaring');

  edited.write('packages/linked/index.js', "export const word = 'Word two';\n");
  await shows('/importing/one', 'Word two');
  expect(await runs()).toBe('importing');

  edited.edit('loaders/importing.mjs', (text) => text.replace('entry(word)', "entry(word + '!')"));
  await shows('/importing/one', 'Word two!');
  expect(await runs()).toBe('importing');
});
