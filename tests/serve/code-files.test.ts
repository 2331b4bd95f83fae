import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
-- plugins/words.mjs --
import { word } from './word.mjs';
export default { name: 'words', head: () => ({ meta: [{ name: 'word', content: word }] }) };
-- plugins/word.mjs --
export const word = 'one';
-- loaders/notes.mjs --
import { title } from './title.mjs';
export default { load: () => [{ id: 'first', title, description: 'A note.', date: '2026-01-01' }] };
-- loaders/title.mjs --
export const title = 'Title one';
-- site/pages/About.tsx --
import names from '../../data/names.json';
import mark from '../../lib/mark.svg';
import { count } from '../../lib/count';
export const Page = () => <p title={names[0]}><img src={mark} alt="" width="8" height="8" />{\`\${count} marks\`}</p>;
-- lib/count.ts --
export const count = 'One';
-- lib/mark.svg --
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>
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
  });

  it('runs the new code of a module that a loader imports', async () => {
    await shows('/notes/first', 'Title one');
    edited.edit('loaders/title.mjs', (text) => text.replace('one', 'two'));
    await shows('/notes/first', 'Title two');
  });
});
