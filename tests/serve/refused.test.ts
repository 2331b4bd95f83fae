import { expect, it } from 'vitest';
import { siteOf, smallSite } from '../site.ts';
import { serve } from './served.ts';

const closed = `
-- site/pages/About.tsx --
import type { RouteCheck } from '@safelight/sitegen/types';
export const isOpen: RouteCheck = ({ route, site }) => ({ status: 410, message: route.id + ' of ' + site.name + ' is closed' });
export function Page() {
  return <h1>Never seen</h1>;
}
-- site/pages/NotFound.tsx --
import { useMessages } from '@safelight/sitegen/runtime';
export function Page({ status = 404, message = '' }: { status?: number; message?: string }) {
  return <><h1>{useMessages()('notFound.text')}</h1><p>{status} {message}</p></>;
}
`;

it('both servers answer a page whose validity check fails with the status of the check, and the not-found page', async () => {
  const site = siteOf(smallSite, closed);
  site.edit('config/routes.yaml', (text) => text.replace('seo: about.seo', 'seo: about.seo, validate: isOpen'));
  const built = await site.build();
  expect(built.code, built.stderr).toBe(0);
  for (const options of [['--built'], []]) {
    const served = await serve(site, ...options);
    for (const path of ['/about', '/about/']) {
      const reply = await served.get(path);
      expect([reply.status, reply.text.includes('Never seen')], `${path} ${options}`).toEqual([410, false]);
      expect(reply.text).toContain('This page does not exist.');
    }
    expect((await served.get('/about/_payload.json')).status).not.toBe(200);
    expect((await served.get('/')).status).toBe(200);
    await served.stop();
  }
  site.close();
});

it('the development server shows the message of the check in the page and in its output', async () => {
  const site = siteOf(smallSite, closed);
  site.edit('config/routes.yaml', (text) => text.replace('seo: about.seo', 'seo: about.seo, validate: isOpen'));
  const served = await serve(site);
  expect((await served.get('/about')).text.replaceAll('<!-- -->', '')).toContain('410 about of Small is closed');
  // A page that was rendered while its code was replaced is reported with the next request, as a browser makes it.
  const output = async () => {
    await served.get('/about');
    return served.output();
  };
  await expect.poll(output).toContain('about of Small is closed');
  await served.stop();
  site.close();
});
