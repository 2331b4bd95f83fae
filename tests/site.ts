import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../cli/contract.ts';
import type { BuildReport } from '../cli/report/build-report.ts';

export const program = fileURLToPath(new URL('../cli/dist/bin.js', import.meta.url));

/** What `sitegen build --json` prints, with its exit code. */
export type Built = {
  readonly code: number;
  readonly stderr: string;
  readonly report: (BuildReport & { readonly warnings: readonly Diagnostic[] }) | null;
  readonly problems: readonly Diagnostic[];
};

/** A small site in its own temporary folder. */
export type Site = {
  readonly root: string;
  readonly write: (path: string, text: string) => void;
  readonly edit: (path: string, change: (text: string) => string) => void;
  readonly remove: (path: string) => void;
  /** Makes a symbolic link; `to` is absolute or relative to the folder of the link. */
  readonly link: (path: string, to: string) => void;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  /** Path -> text of every file below a folder. */
  readonly files: (folder: string) => Readonly<Record<string, string>>;
  readonly build: (...options: string[]) => Promise<Built>;
  readonly close: () => void;
};

/**
 * Creates a site from blocks of text: a line `-- path --` begins a file, followed by its text. Text before
 * the first such line is a comment. Later files replace earlier ones, so that a test can start from a shared block.
 */
export function siteOf(...blocks: readonly string[]): Site {
  const root = newRoot();
  return siteIn(root, blocks, () => rmSync(root, { recursive: true, force: true }));
}

/** Folders of closed sites of this process that still hold their bundles, by the text of the site. */
const rootsWithBundles = new Map<string, string[]>();

/**
 * Like `siteOf`, in the folder of a closed site of the same text, so that builds reuse its bundles, which take most of
 * the time of a small build. For tests that are not about bundles.
 */
export function siteWithBundles(...blocks: readonly string[]): Site {
  const key = blocks.join('\n');
  const roots = rootsWithBundles.get(key) ?? [];
  rootsWithBundles.set(key, roots);
  const root = roots.pop() ?? newRoot();
  return siteIn(root, blocks, () => {
    for (const name of readdirSync(root)) if (name !== '.sitegen') rmSync(join(root, name), { recursive: true });
    const work = join(root, '.sitegen');
    for (const name of existsSync(work) ? readdirSync(work) : [])
      if (name !== 'bundles') rmSync(join(work, name), { recursive: true });
    roots.push(root);
  });
}

const newRoot = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'sitegen-')));

function siteIn(root: string, blocks: readonly string[], close: () => void): Site {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const block of blocks) for (const [path, text] of sections(block)) write(path, text);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return {
    root,
    write,
    edit: (path, change) => write(path, change(read(path))),
    remove: (path) => rmSync(join(root, path), { recursive: true, force: true }),
    link: (path, to) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(to, join(root, path));
    },
    read,
    has: (path) => existsSync(join(root, path)),
    files: (folder) => filesBelow(join(root, folder)),
    build: (...options) => build(root, options),
    close,
  };
}

function* sections(block: string): Generator<[path: string, text: string]> {
  const parts = block.split(/^-- (\S+) --\n/m);
  for (let at = 1; at < parts.length; at += 2) yield [parts[at] as string, parts[at + 1] as string];
}

function filesBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'latin1')]));
}

function build(root: string, options: readonly string[]): Promise<Built> {
  const args = [program, 'build', '--root', root, '--json', ...options];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, CI: '1' } },
      (error, stdout, stderr) => {
        const output = stdout.trim() === '' ? null : JSON.parse(stdout);
        const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
        resolve({
          code,
          stderr,
          report: output?.ok ? output : null,
          problems: output?.ok === false ? output.problems : [],
        });
      },
    );
  });
}

/** The smallest site with a blog in two languages; tests add to it. */
export const smallSite = `
-- config/site.yaml --
name: Small
url: https://small.example
-- config/locales.yaml --
default: en
locales:
  - { code: en, name: English, language: en-GB }
  - { code: de, name: Deutsch, language: de-DE }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, page: About, locales: none, seo: about.seo }
notFound: { page: NotFound, seo: notFound.seo }
-- config/content.yaml --
collections:
  blog:
    from: content/blog
    path: /blog/{slug}
    template: Post
    seo: blog.seo
    list: { path: /blog, template: List, perPage: 2 }
    tags: { path: '/blog/tag/{tag}', template: List }
    feeds: [rss, atom, json]
    related: 2
-- locales/en/home.json --
{ "seo": { "title": "Small home", "description": "The home page of a small site." }, "hello": "Hello from {site}", "count": "{n, plural, one {# post} other {# posts}}" }
-- locales/de/home.json --
{ "seo": { "title": "Kleine Startseite", "description": "Die Startseite einer kleinen Site." }, "hello": "Hallo von {site}", "count": "{n, plural, one {# Beitrag} other {# Beiträge}}" }
-- locales/en/about.json --
{ "seo": { "title": "About", "description": "About this site." }, "text": "About us" }
-- locales/en/blog.json --
{ "seo": { "title": "Blog", "description": "What we write." }, "older": "Older posts" }
-- locales/de/blog.json --
{ "seo": { "title": "Blog auf Deutsch", "description": "Was wir schreiben." } }
-- locales/en/notFound.json --
{ "seo": { "title": "Not found", "description": "Nothing is here." }, "text": "This page does not exist." }
-- locales/de/notFound.json --
{ "seo": { "title": "Nicht gefunden", "description": "Hier ist nichts." }, "text": "Diese Seite gibt es nicht." }
-- site/App.tsx --
import type { ReactNode } from 'react';
import { LocaleLink } from '@safelight/sitegen/runtime';
export function App({ children }: { children: ReactNode }) {
  return <><header><LocaleLink to="/">Home</LocaleLink> <LocaleLink to="/blog">Blog</LocaleLink> <LocaleLink to="/about">About</LocaleLink></header><main>{children}</main></>;
}
-- site/pages/Home.tsx --
import type { EntrySummary } from '@safelight/sitegen/types';
import { useMessages, useSite } from '@safelight/sitegen/runtime';
export function Page({ posts }: { posts: readonly EntrySummary[] }) {
  const t = useMessages();
  return <><h1>{t('home.hello', { site: useSite().name })}</h1><p>{t('home.count', { n: posts.length })}</p>
    <ul>{posts.map((post) => <li key={post.path}><a href={post.path}>{post.title}</a></li>)}</ul></>;
}
-- site/pages/About.tsx --
import { useMessages } from '@safelight/sitegen/runtime';
export function Page() {
  return <h1>{useMessages()('about.text')}</h1>;
}
-- site/pages/NotFound.tsx --
import { useMessages } from '@safelight/sitegen/runtime';
export function Page() {
  return <h1>{useMessages()('notFound.text')}</h1>;
}
-- templates/Post.tsx --
import type { EntryProps } from '@safelight/sitegen/types';
import { Markup } from '@safelight/sitegen/runtime';
export function Page({ entry, body, previous, next, related }: EntryProps) {
  return <article><h1>{entry.title}</h1><Markup of={body} />
    <nav>{previous && <a rel="prev" href={previous.path}>{previous.title}</a>}{next && <a rel="next" href={next.path}>{next.title}</a>}</nav>
    <ul>{related.map((one) => <li key={one.path}>{one.title}</li>)}</ul></article>;
}
-- templates/List.tsx --
import type { EntryListProps } from '@safelight/sitegen/types';
import { useMessages } from '@safelight/sitegen/runtime';
export function Page({ entries, pagination, tag }: EntryListProps) {
  const t = useMessages();
  return <><h1>{tag ? tag.tag : 'Blog'}</h1>{entries.map((entry) => <h2 key={entry.path}><a href={entry.path}>{entry.title}</a></h2>)}
    {pagination.next && <a href={pagination.next}>{t('blog.older')}</a>}</>;
}
-- content/blog/first/en.md --
---
title: The first post
description: Where it all begins.
date: 2026-01-01
tags: [light, start]
---
## One heading

A text with a [link](/about) and *stress*.
-- content/blog/first/de.md --
---
title: Der erste Beitrag
description: Wo alles beginnt.
date: 2026-01-01
tags: [licht]
---
Ein Text mit einem [Verweis](/blog/second).
-- content/blog/second/en.md --
---
title: The second post
description: How it goes on.
date: 2026-01-02
tags: [light]
---
| a | b |
| - | - |
| 1 | 2 |
-- content/blog/third/en.md --
---
title: The third post
description: How it ends.
date: 2026-01-03
---
The end.
`;

/** A page and a template that show their props as JSON. */
export const propsPages = `
-- site/pages/Props.tsx --
export function Page(props: object) {
  return <pre>{JSON.stringify(props)}</pre>;
}
-- templates/Props.tsx --
export function Page(props: object) {
  return <pre>{JSON.stringify(props)}</pre>;
}
`;
