import { smallSite } from '../site.ts';

/** The small site with data, styles, an imported image, rules and a component with state. */
export const sampleSite = `${smallSite}
-- config/site.yaml --
name: Workshop
url: https://workshop.example
theme: dark
serve: { port: 3000 }
output: { precompress: [br, gz] }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, page: About, locales: none, seo: about.seo, data: { facts: { file: 'data/facts.json' } } }
notFound: { page: NotFound, seo: notFound.seo }
rules:
  /old: { redirect: /about }
  /fact: { redirect: '/about#facts' }
  /news/**: { redirect: { to: /blog, status: 302 } }
  /about: { headers: { X-Shown: plainly } }
-- config/navigation.yaml --
- { name: home, path: / }
-- data/facts.json --
{ "count": 3 }
-- locales/en/navigation.json --
{ "home": "Start" }
-- locales/de/navigation.json --
{ "home": "Anfang" }
-- site/App.tsx --
import { type ReactNode, useState } from 'react';
import { LocaleLink, useMessages, useSite } from '@safelight/sitegen/runtime';
import styles from './App.module.css';
import mark from './ui/mark.svg';
export function App({ children }: { children: ReactNode }) {
  const t = useMessages();
  const [count, setCount] = useState(0);
  return <div className={styles.shell}>
    <header><img src={mark} alt="" width="8" height="8" /> <b id="name">{useSite().name}</b>
      {useSite().navigation.map((one) => <LocaleLink key={one.name} to={one.path ?? '/'}>{t(\`navigation.\${one.name}\`)}</LocaleLink>)}
      <LocaleLink to="/blog">Blog</LocaleLink> <LocaleLink to="/about">About</LocaleLink>
      <button type="button" id="count" onClick={() => setCount(count + 1)}>{count}</button></header>
    <main>{children}</main></div>;
}
-- site/App.module.css --
.shell { color: rgb(1, 2, 3); }
-- site/ui/mark.svg --
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>
-- site/pages/About.tsx --
import { useMessages } from '@safelight/sitegen/runtime';
export function Page({ facts }: { facts: { count: number } }) {
  return <><h1>{useMessages()('about.text')}</h1><p id="facts">{facts.count} facts</p></>;
}
-- site/public/robots-logo.txt --
A plain file.
-- site/public/film.mp4 --
0123456789abcdefghijklmnopqrstuvwxyz
-- content/blog/first/note.txt --
Beside the entry.
-- content/blog/first/en.md --
---
title: The first post
description: Where it all begins.
date: 2026-01-01
tags: [light, start]
---
## One heading

A text with a [link](/about), a [file](note.txt) and *stress*.
`;
