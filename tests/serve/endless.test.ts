import { expect, it } from 'vitest';
import { siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { serve } from './served.ts';

/** A site whose pages may take 2 s. */
const hastySite = () => {
  const site = siteOf(sampleSite);
  site.edit('config/site.yaml', (text) => `${text}render: { timeoutSeconds: 2 }\n`);
  return site;
};

it.concurrent('a loader may take longer than a page', async () => {
  const site = hastySite();
  const load = 'new Promise((done) => setTimeout(done, 5000, [{ id: "ada", title: "Ada" }]))';
  site.write('loaders/makers.mjs', `export default { load: () => ${load} };\n`);
  site.edit('config/content.yaml', (text) =>
    text.replace(
      'collections:\n',
      "collections:\n  makers: { load: ./loaders/makers.mjs, path: '/makers/{id}', template: Post }\n",
    ),
  );
  const served = await serve(site);
  const page = await served.get('/makers/ada');
  expect([page.status, page.text.includes('Ada')]).toEqual([200, true]);
  await served.stop();
  site.close();
});

it.concurrent.each([
  {
    what: 'in an endless loop is reported with its address',
    code: 'for (;;);',
    status: 503,
    message: '/about was not rendered within 2 s: site/pages/About.tsx:',
  },
  {
    what: 'that waits for too long is reported with what it may wait for',
    code: 'throw new Promise(() => {});',
    status: 500,
    message: '/about was not rendered within 2 s: it waits for something that never happens.',
  },
])('a page $what, and the others are served again', async ({ code, status, message }) => {
  const site = hastySite();
  const served = await serve(site);
  expect((await served.get('/')).status).toBe(200);
  site.edit('site/pages/About.tsx', (text) => text.replace('return <>', `${code} return <>`));
  // Until the edit is seen, the page is the last one.
  const page = await served.until('/about', (reply) => reply.status !== 200);
  expect([page.status, page.text]).toEqual([status, expect.stringContaining(message)]);
  expect((await served.get('/')).status).toBe(200);
  await served.stop();
  site.close();
});
