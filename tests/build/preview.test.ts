import { expect, it } from 'vitest';
import { siteWithBundles, smallSite } from '../site.ts';

it('builds a preview below a base: with drafts, which templates can mark, and excluded from search engines', async () => {
  const site = siteWithBundles(
    smallSite,
    `
-- templates/Post.tsx --
import type { EntryProps } from '@safelight/sitegen/types';
import { Markup } from '@safelight/sitegen/runtime';
export function Page({ entry, body }: EntryProps) {
  return <article><h1>{entry.title}</h1>{entry.draft && <b>Draft</b>}<Markup of={body} /></article>;
}
-- content/blog/idea/en.md --
---
title: An idea
description: Not finished yet.
date: 2026-01-04
draft: true
---
A text with a [link](/about).
-- content/blog/later/en.md --
---
title: Later
description: In a hundred years.
date: 2126-01-01
---
Text.
`,
  );
  const pages = () => Object.entries(site.files('dist')).filter(([path]) => path.endsWith('.html'));
  const noindex = 'name="robots" content="noindex"';
  expect((await site.build('--drafts', '--base', '/preview/idea')).problems).toEqual([]);
  expect(pages().filter(([, html]) => !html.includes(noindex))).toEqual([]);
  const draft = site.read('dist/blog/idea/index.html');
  expect(draft).toContain('<b>Draft</b>');
  expect(draft).toContain('href="/preview/idea/about"');
  expect(site.read('dist/blog/later/index.html')).not.toContain('<b>Draft</b>');
  expect(Object.values(site.files('dist')).join('')).not.toMatch(/sitegen-bar|@sitegen\/page/);

  expect((await site.build()).problems).toEqual([]);
  expect([site.has('dist/blog/idea/index.html'), site.has('dist/blog/later/index.html')]).toEqual([false, false]);
  const listed = pages().filter(([path]) => !path.includes('404'));
  expect(listed.filter(([, html]) => html.includes(noindex))).toEqual([]);
  site.close();
});
