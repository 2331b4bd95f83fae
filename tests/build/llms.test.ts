import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from '../serve/served.ts';
import { type Site, siteOf, smallSite } from '../site.ts';

const copies = `
-- config/site.yaml --
name: Small
url: https://small.example
description: A small site.
llms: true
-- content/blog/first/en.md --
---
title: The first [post]
description: Where it all
  begins.
date: 2026-01-01
tags: [light, start]
---
## One heading

A text with a [link](/about) and *stress*. <svg></svg>

\`\`\`js
const a = [1 < 2];
\`\`\`

> [!NOTE]
> Mind the step.

| a | b |
| - | - |
| 1 | 2 |
`;

describe('texts for machines', () => {
  let site: Site;
  beforeAll(async () => {
    site = siteOf(smallSite, copies);
    const { code, problems } = await site.build();
    expect([code, problems]).toEqual([0, []]);
  });
  afterAll(() => site.close());

  it('a Markdown copy of each page holds its text, without what is around it', () => {
    expect(site.read('dist/blog/first.md')).toBe(`# The first \\[post]

## One heading

A text with a [link](https://small.example/about) and _stress_.

\`\`\`js
const a = [1 < 2];
\`\`\`

Note

Mind the step.

| a | b |
| - | - |
| 1 | 2 |

- The second post
`);
    expect(site.read('dist/index.md')).toMatch(/^# Hello from Small\n/);
    expect(site.read('dist/de.md')).toMatch(/^# Hallo von Small\n/);
    expect(site.has('dist/404.md')).toBe(false);
    expect(site.read('dist/blog/first/index.html')).toContain(
      '<link data-h rel="alternate" type="text/markdown" href="/blog/first.md">',
    );
  });

  it('llms.txt lists the pages of a locale in sections, and llms-full.txt holds their texts', () => {
    expect(site.read('dist/llms.txt')).toBe(`# Small

> A small site.

## Small

- [Small home](https://small.example/index.md): The home page of a small site.
- [About](https://small.example/about.md): About this site.

## Blog

- [The third post](https://small.example/blog/third.md): How it ends.
- [The second post](https://small.example/blog/second.md): How it goes on.
- [The first \\[post\\]](https://small.example/blog/first.md): Where it all begins.
- [Blog](https://small.example/blog.md): What we write.
`);
    const german = site.read('dist/de/llms.txt');
    expect(german).toContain('\n> Die Startseite einer kleinen Site.\n');
    expect(german).toContain(
      '## Blog auf Deutsch\n\n- [Der erste Beitrag](https://small.example/de/blog/first.md): Wo alles beginnt.',
    );
    const full = site.read('dist/llms-full.txt');
    expect(full).toContain(
      '\n---\n\n# The first \\[post]\n\nSource: https://small.example/blog/first\n\n## One heading\n',
    );
    expect(full.match(/^Source: /gm)).toHaveLength(6);
  });

  it('are the same in development', async () => {
    const served: Served = await serve(site);
    for (const path of ['llms.txt', 'de/llms.txt', 'llms-full.txt', 'blog/first.md', 'index.md'])
      expect((await served.get(`/${path}`)).text, path).toBe(site.read(`dist/${path}`));
    expect((await served.get('/blog/first.md')).headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect((await served.get('/nothing.md')).status).toBe(404);
    await served.stop();
  });

  it('follow edits as in a clean build, and claim their paths', async () => {
    site.edit('content/blog/first/en.md', (text) => text.replace('One heading', 'Another heading'));
    expect((await site.build()).report?.rendered).toBeLessThan(4);
    expect(site.read('dist/llms-full.txt')).toContain('## Another heading');
    const incremental = site.files('dist');
    await site.build('--no-cache');
    expect(site.files('dist')).toEqual(incremental);
    site.write('site/public/about.md', 'Mine.');
    site.write('site/public/llms.txt', 'Mine.');
    expect(
      (await site.build()).problems.map(({ code, message }) => `${code} ${/\S+\.(?:md|txt)/.exec(message)}`),
    ).toEqual(['OUTPUT_CONFLICT llms.txt', 'OUTPUT_CONFLICT about.md'].sort());
    site.remove('site/public');
  });

  it('are written as far as the option says', async () => {
    site.edit('content/blog/first/en.md', (text) => `${text}\n${'Words that repeat. '.repeat(200)}\n`);
    site.edit('config/site.yaml', (text) =>
      text.replace('llms: true', 'llms: { full: false }\noutput: { precompress: [gz] }'),
    );
    await site.build();
    expect(site.has('dist/blog/first.md.gz')).toBe(true);
    expect([site.has('dist/llms.txt'), site.has('dist/about.md'), site.has('dist/llms-full.txt')]).toEqual([
      true,
      true,
      false,
    ]);
    site.edit('config/site.yaml', (text) => text.replace('llms: { full: false }', ''));
    await site.build();
    expect(Object.keys(site.files('dist')).filter((path) => /llms|\.md$/.test(path))).toEqual([]);
    expect(site.read('dist/about/index.html')).not.toContain('text/markdown');
  });
});
