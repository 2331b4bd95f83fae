import { describe, expect, it } from 'vitest';
import { siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { serve } from './served.ts';

describe('the development server whose code in `.sitegen` is damaged', () => {
  const codeIn = (paths: readonly string[]) => paths.filter((path) => path.includes('/server/'));

  it.each([
    ['removed', null],
    ['empty', ''],
    ['garbled', 'not code {'],
  ])('bundles again for a page of which it is needed: %s', async (_what, text) => {
    const site = siteOf(sampleSite);
    const served = await serve(site);
    expect((await served.get('/')).status).toBe(200);
    if (text === null) site.remove('.sitegen');
    else for (const path of codeIn(Object.keys(site.files('.sitegen')))) site.write(`.sitegen/${path}`, text);
    const page = await served.get('/blog');
    expect(page.text).toContain('<h1');
    expect(page.status).toBe(200);
    expect(served.output()).not.toMatch(/^error/m);
    await served.stop();
    site.close();
  });
});
