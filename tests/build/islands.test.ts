import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Served, serve } from '../serve/served.ts';
import { type Built, type Site, siteOf, smallSite } from '../site.ts';

/** A page without hydration with islands of each kind, a hydrated one with the same, and texts with components. */
const islands = `
-- config/site.yaml --
name: Small
url: https://small.example
markdown:
  components:
    badge: site/markdown/Badge.tsx
    youtube: site/markdown/Video.tsx
    compare: { file: site/markdown/Compare.tsx, client: load }
    film: { file: site/markdown/Film.tsx, media: [src, poster], proportions: [src, poster], required: [src, poster, label], optional: [title, loop] }
    pair: { file: site/markdown/Pair.tsx, client: visible, pictures: [before, after], proportions: [before, after], required: [label] }
feeds: { content: full }
-- site/ui/Counter.tsx --
import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '@safelight/sitegen/runtime';
import styles from './counter.module.css';
export function Counter({ start, children }: { start: number; children?: ReactNode }) {
  const [count, setCount] = useState(start);
  const t = useMessages();
  return <div className={styles.box} id={useId()}>
    <button type="button" onClick={() => setCount(count + 1)}>{t('home.count', { n: count })}</button>{children}</div>;
}
-- site/ui/counter.module.css --
.box { color: green; }
-- site/ui/Clock.tsx --
export default function Clock() { return <time>{typeof window}</time>; }
-- site/pages/About.tsx --
import { useMessages } from '@safelight/sitegen/runtime';
import { Counter } from '../ui/Counter.tsx';
import Clock from '../ui/Clock.tsx';
export const hydrate = false;
export function Page() {
  const t = useMessages();
  return <><h1>{t('about.text')}</h1>
    <Counter client:load start={1} />
    <pre>{'|\\n'.repeat(300)}</pre>
    <Counter client:visible start={7}><p>inside <a href="/">Home page</a></p><Counter client:idle start={20} /></Counter>
    <Clock client:only><em>no clock</em></Clock>
    <Counter start={50} /></>;
}
-- site/markdown/Badge.tsx --
import type { ReactNode } from 'react';
export function Badge({ kind, children }: { kind?: string; children?: ReactNode }) {
  return <b data-kind={kind}>{children}</b>;
}
-- site/markdown/Video.tsx --
import { useLocale } from '@safelight/sitegen/runtime';
export function Video({ id, label, muted }: { id: string; label: string; muted?: boolean }) {
  return <figure data-id={id} data-muted={muted}><figcaption>{label} ({useLocale().code})</figcaption></figure>;
}
-- site/markdown/Film.tsx --
import type { ImageRef } from '@safelight/sitegen/types';
import { Picture } from '@safelight/sitegen/runtime';
export function Film({ src, poster, title }: { src: ImageRef; poster: ImageRef; title: string }) {
  return <><video src={src.src} title={title} /><Picture image={poster} alt="" /></>;
}
-- site/markdown/Pair.tsx --
import type { TextPicture } from '@safelight/sitegen/types';
import { Picture } from '@safelight/sitegen/runtime';
export function Pair({ before, after, label, children }: { before: TextPicture; after: TextPicture; label: string; children?: never }) {
  return <figure data-children={Boolean(children)} title={before.title}>
    <Picture image={before} alt={before.alt} /><Picture image={after} alt={after.alt} /><figcaption>{label}</figcaption>
  </figure>;
}
-- content/blog/first/film.vtt --
WEBVTT
-- site/public/clip.vtt --
WEBVTT
-- content/blog/first/film.webm --
film
-- site/public/clip.webm --
clip
-- content/blog/first/poster.svg --
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>
-- content/blog/first/restored.svg --
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h1v1z"/></svg>
-- site/markdown/Compare.tsx --
import { type ReactNode, useState } from 'react';
import './compare.css';
export function Compare({ label, children }: { label?: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return <section><button type="button" onClick={() => setOpen(!isOpen)}>{label}</button>{isOpen && children}</section>;
}
-- site/markdown/compare.css --
section { margin: 1px; }
-- content/blog/first/en.md --
---
title: The first post
description: Where it all begins.
date: 2026-01-01
---
## Install it {#install}

A word with a :badge[*new*]{kind=hot} badge at 10:30, see: here.

::youtube[A film]{id="x<y" muted}

:::compare[Before and after]
The **inside** with a [link](/about).
:::

::film[Reel]{src=./film.webm poster=./poster.svg title="./film.webm"}

::film[Clip]{src=/clip.webm poster=./poster.svg title=clip}

:::pair[A worn print]
![Worn](./poster.svg 'Scan')

![Restored](./restored.svg)
:::

:::note
A note with \`code\`.
:::

> [!WARNING]
> Take care.

:::tip[A title of its own]
Text.
:::
`;

/** Clicks a button, which works once it is hydrated, until something is shown. */
async function clickUntil(page: Page, button: string, readPage: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const isShown = (await readPage.count()) > 0;
      if (!isShown) await page.getByRole('button', { name: button, exact: true }).click();
      return isShown;
    })
    .toBe(true);
}

describe('islands and components of texts', () => {
  let site: Site;
  let built: Built;
  let preview: Served;
  beforeAll(async () => {
    site = siteOf(smallSite, islands);
    built = await site.build();
    expect(built.code, JSON.stringify(built.problems) + built.stderr).toBe(0);
    preview = await serve(site, '--built');
  });
  afterAll(async () => {
    await preview?.stop();
    site.close();
  });
  const readPage = (path: string): string => site.read(`dist/${path}/index.html`);

  it('are written into documents, and only pages with islands have scripts', () => {
    const about = readPage('about');
    expect(about.match(/<sitegen-island /g)).toHaveLength(4);
    expect(about).toContain('data-on="visible"');
    expect(about).toContain('data-props="{&quot;start&quot;:7}"');
    expect(about).toContain('<sitegen-slot><em>no clock</em></sitegen-slot>');
    expect(about).toMatch(/50 posts/);
    expect(about).not.toContain('undefined');
    expect(built.report?.scripts['pages/About']).toBeGreaterThan(0);
    const post = readPage('blog/first');
    expect(post).toContain('<b data-kind="hot"><em>new</em></b>');
    expect(post).toContain('badge at 10:30, see: here.');
    expect(post).toContain(
      '<figure data-id="x&lt;y" data-muted="true"><figcaption>A film<!-- --> (<!-- -->en<!-- -->)',
    );
    expect(post).toContain('<h2 id="install">Install it</h2>');
    expect(post).toMatch(/<div class="callout callout-note" role="note">\s*<p class="callout-title">Note<\/p>/);
    expect(post).toMatch(/callout-warning.*Warning<\/p>\s*<p>Take care/s);
    expect(post).toMatch(/callout-tip.*A title of its own<\/p>/s);
    expect(post).toMatch(/data-on="load".*<template data-slot>\s*<p>The <strong>inside/s);
    const css = [...post.matchAll(/href="\/(assets\/[^"]+\.css)"/g)]
      .map(([, file]) => site.read(`dist/${file}`))
      .join('');
    expect(css).toContain('margin');
    expect(css).toContain('display');
  });

  it('receive pictures and videos beside a text with their size, and these files are published', () => {
    const html = readPage('blog/first');
    const [, film = ''] = /<video src="([^"]+)" title="\.\/film\.webm">/.exec(html) ?? [];
    expect(film).toMatch(/^\/assets\/media\/film-\w{8}\.webm$/);
    expect(site.read(`dist${film}`)).toBe('film\n');
    const [, poster = ''] = /<img [^>]*src="([^"]+poster-[^"]+)"[^>]*width="40" height="30"/.exec(html) ?? [];
    expect(site.has(`dist${poster}`)).toBe(true);
    expect(html).toContain('<video src="/clip.webm" title="clip">');
  });

  it('receive the pictures between their lines with their texts, which feeds show without the component', () => {
    const [island = ''] =
      /<sitegen-island[^>]*data-on="visible".*?<\/sitegen-island>/s.exec(readPage('blog/first')) ?? [];
    expect(island).toContain('<figure data-children="false" title="Scan">');
    expect(
      [...island.matchAll(/<img src="([^"]+)" alt="(\w+)" width="40" height="30"/g)].map(([, , alt]) => alt),
    ).toEqual(['Worn', 'Restored']);
    expect(island).toContain('<figcaption>A worn print</figcaption>');
    expect(island).not.toContain('<template');
    const feed = site.read('dist/blog/rss.xml');
    expect([...feed.matchAll(/alt=(?:"|&quot;)(Worn|Restored)/g)].map(([, alt]) => alt)).toEqual(['Worn', 'Restored']);
  });

  it('work in a browser: by themselves, within each other, and on hydrated pages', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`${preview.url}about`);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await clickUntil(page, '1 post', button('2 posts'));
      await page.getByText('object').waitFor();
      await button('7 posts').scrollIntoViewIfNeeded();
      await clickUntil(page, '7 posts', button('8 posts'));
      await clickUntil(page, '20 posts', button('21 posts'));
      await page.getByRole('link', { name: 'Home page' }).click();
      await page.getByRole('heading', { name: 'Hello from Small' }).waitFor();
      await page.getByRole('link', { name: 'Blog' }).click();
      await page.getByRole('link', { name: 'Older posts' }).click();
      await page.getByRole('link', { name: 'The first post' }).click();
      await page.getByRole('heading', { name: 'Install it' }).waitFor();
      await clickUntil(page, 'Before and after', page.getByText('The inside with'));
      await page.goto(`${preview.url}blog/first`);
      await clickUntil(page, 'Before and after', page.getByText('The inside with'));
      await page.getByRole('link', { name: 'link', exact: true }).click();
      await page.getByRole('heading', { name: 'About us' }).waitFor();
      await clickUntil(page, '1 post', button('2 posts'));
      await page.getByText('object').waitFor();
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('are reused and rebuilt like pages', async () => {
    const before = site.files('dist');
    expect((await site.build()).report?.rendered).toBe(0);
    site.edit('site/markdown/Badge.tsx', (text) => text.replace('<b ', '<b className="badge" '));
    await site.build();
    expect(readPage('blog/first')).toContain('class="badge"');
    const incremental = site.files('dist');
    await site.build('--no-cache');
    expect(site.files('dist')).toEqual(incremental);
    expect(incremental).not.toEqual(before);
  });

  it('are reported where they are wrong', async () => {
    const wrong = `
::youtubes[x]

::film[Reel]{src=/clip.webm poster=/gone.svg titel=x}

::film{src=/clip.webm}

:::pair[One]
![](/gone.svg)
Words that nobody would see.
:::

:::note{kind=hot}
A callout has no attributes.
:::

:::pair[Unequal]
![A picture](/wide.svg)

![A taller one](/tall.svg)
:::

::film[Unequal]{src=/wide.svg poster=/tall.svg}

::film[Over
two lines]{src=/clip.webm}
`;
    site.edit('content/blog/third/en.md', (text) => `${text}${wrong}`);
    site.edit('site/pages/About.tsx', (text) => text.replace('start={1}', 'start={(() => 1) as never}'));
    for (const [name, size] of Object.entries({ wide: 'width="80" height="60"', tall: 'width="40" height="32"' }))
      site.write(`site/public/${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" ${size}/>`);
    const { problems } = await site.build();
    expect(problems.map(({ code, file, line }) => [code, file, line])).toEqual(
      expect.arrayContaining([
        ['CONTENT_DIRECTIVE_UNKNOWN', 'content/blog/third/en.md', 8],
        ['ISLAND_PROPS', undefined, undefined],
      ]),
    );
    expect(problems.find(({ code }) => code === 'CONTENT_DIRECTIVE_UNKNOWN')?.hint).toContain('`youtube`');
    const ofBlocks = problems.filter(({ file, line = 0 }) => file === 'content/blog/third/en.md' && line > 8);
    expect(ofBlocks.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`).sort()).toEqual(
      [
        'CONTENT_IMAGE_MISSING 10:29 The image "/gone.svg" does not exist.',
        'CONTENT_DIRECTIVE_ATTRIBUTE_UNKNOWN 10:46 The directive `film` has no attribute `titel`.',
        'CONTENT_DIRECTIVE_ATTRIBUTE_MISSING 12:1 The directive `film` needs a text in brackets.',
        'CONTENT_DIRECTIVE_ATTRIBUTE_MISSING 12:1 The directive `film` needs the attribute `poster`.',
        'CONTENT_DIRECTIVE_ATTRIBUTE_UNKNOWN 19:9 The directive `note` has no attribute `kind`.',
        'CONTENT_DIRECTIVE_PICTURES 14:1 The directive `pair` needs 2 pictures (before, after) and has 1.',
        'CONTENT_DIRECTIVE_PICTURES 15:1 The directive `pair` shows pictures only. Nobody would see this.',
        'CONTENT_IMAGE_MISSING 15:1 The image "/gone.svg" does not exist.',
        'CONTENT_IMAGE_WITHOUT_ALT 15:1 The image has no alternative text, so that screen readers cannot say what it shows.',
        'CONTENT_DIRECTIVE_PROPORTIONS 26:1 `after` has 40 × 32 pixels, `before` has 80 × 60: their proportions differ.',
        'CONTENT_DIRECTIVE_PROPORTIONS 29:31 `poster` has 40 × 32 pixels, `src` has 80 × 60: their proportions differ.',
        'CONTENT_DIRECTIVE_UNREAD 31:1 `::film` starts no directive here: readers see its source.',
      ].sort(),
    );
    site.edit(
      'site/pages/About.tsx',
      (text) =>
        text.replace('<Clock client:only>', '<Own client:load>').replace('</Clock>', '</Own>') +
        'const Own = () => null;\n',
    );
    expect((await site.build()).problems[0]).toMatchObject({ file: 'site/pages/About.tsx', line: 11 });
    site.edit('site/pages/About.tsx', (text) => text.replace('<Own client:load>', '<Own client:laod>'));
    expect((await site.build()).problems[0]).toMatchObject({
      file: 'site/pages/About.tsx',
      line: 11,
      message: expect.stringContaining('There is no attribute client:laod. Did you mean client:load?'),
    });
    site.edit('config/site.yaml', (text) => text.replace('Badge.tsx', 'Bagde.tsx'));
    expect((await site.build()).problems.map(({ code, line }) => [code, line])).toContainEqual([
      'COMPONENT_NOT_FOUND',
      5,
    ]);
  });
});
