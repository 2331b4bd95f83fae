import { afterAll, beforeAll, describe, it } from 'vitest';
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
