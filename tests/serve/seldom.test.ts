import { join } from 'node:path';
import { expect, it } from 'vitest';
import { siteOf, smallSite } from '../site.ts';
import { sampleSite } from './sample-site';
import { serve } from './served.ts';

/** A template that only a taxonomy names, pages of a data file below `content/`, and an icon that is named in code. */
const seldomSite = `${smallSite}
-- content/team.json --
["a", "b"]
-- site/pages/Team.tsx --
import { NamedIcon } from '@safelight/sitegen/runtime';
const icon: string = 'lucide:sun';
export function Page({ people }: { people: readonly string[] }) {
  return <><h1>Team</h1><NamedIcon name={icon} />{people.map((one) => <p key={one}>{one}</p>)}</>;
}
-- templates/Series.tsx --
export function Page() {
  return <h1>Series</h1>;
}
-- content/blog/second/en.md --
---
title: The second post
description: How it goes on.
date: 2026-01-02
series: alpha
---
Text
`;

it('what a build has, the server has: pages of taxonomies and of data below `content/`, and icons by name', async () => {
  const site = siteOf(seldomSite);
  site.edit('config/content.yaml', (text) =>
    text.replace(/tags: .*/, "taxonomies: { series: { path: '/series/{term}', template: Series } }"),
  );
  site.edit('config/routes.yaml', (text) =>
    text.replace(
      'notFound:',
      '  - { id: team, path: /team, page: Team, locales: none, seo: about.seo, data: { people: { file: content/team.json, perPage: 2 } } }\nnotFound:',
    ),
  );
  site.link('node_modules', join(import.meta.dirname, '../../node_modules'));
  const served = await serve(site);
  try {
    expect(await served.get('/series/alpha')).toMatchObject({ status: 200, text: expect.stringContaining('Series') });
    expect((await served.get('/team/page/2')).status).toBe(404);
    site.write('content/team.json', '["a", "b", "c"]');
    await served.until('/team/page/2', ({ status, text }) => status === 200 && text.includes('<p>c</p>'));
    const sun = /<svg[\s\S]*?<\/svg>/.exec((await served.get('/team')).text)?.[0] ?? '';
    expect(sun.length).toBeGreaterThan(100);
    site.edit('site/pages/Team.tsx', (text) => text.replace('lucide:sun', 'lucide:moon'));
    const page = await served.until('/team', ({ text }) => !text.includes(sun));
    expect(/<svg[\s\S]*?<\/svg>/.exec(page.text)?.[0]?.length).toBeGreaterThan(100);
  } finally {
    await served.stop();
    site.close();
  }
});

it('removes the page of a symbolic link whose target is deleted, and brings it back', async () => {
  const site = siteOf(smallSite);
  const post = '---\ntitle: Linked\ndescription: A link.\ndate: 2026-01-01\n---\n';
  site.write('data/linked/en.md', `${post}Target one.\n`);
  site.link('content/blog/linked', '../../data/linked');
  const served = await serve(site);
  const shows = (path: string, text: string) => served.until(path, (reply) => reply.text.includes(text));
  try {
    await shows('/blog/linked', 'Target one.');
    site.remove('data/linked');
    await served.until('/blog/linked', ({ status }) => status === 404);
    await shows('/@sitegen/problems', '"SOURCE_LINK_BROKEN"');
    site.write('data/linked/en.md', `${post}Target two.\n`);
    await shows('/blog/linked', 'Target two.');
    expect((await served.get('/@sitegen/problems')).text).toBe('[]');
  } finally {
    await served.stop();
    site.close();
  }
});

it('reports a deleted picture that code imports once, not for each page that shows it', async () => {
  const site = siteOf(sampleSite);
  const served = await serve(site);
  try {
    await served.get('/');
    site.remove('site/ui/mark.svg');
    await served.until('/@sitegen/problems', ({ text }) => text.includes('"BUNDLE_FAILED"'));
    // The system may report the removal twice; pages are rendered again then.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const path of ['/', '/about', '/blog']) expect((await served.get(path)).status, path).toBe(200);
    const problems: { code: string }[] = JSON.parse((await served.get('/@sitegen/problems')).text);
    expect(problems.map(({ code }) => code)).toEqual(['BUNDLE_FAILED']);
  } finally {
    await served.stop();
    site.close();
  }
});
