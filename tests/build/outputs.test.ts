import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
import { type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

let site: Site;
beforeEach(() => {
  site = siteWithBundles(smallSite);
});
afterEach(() => site.close());

const post = (title: string) => `---\ntitle: ${title}\ndescription: d\ndate: 2026-01-01\n---\nText of ${title}.\n`;

describe('an output path', () => {
  it('with two producers is an error that names both, with their files and lines', async () => {
    site.write('site/public/robots.txt', 'User-agent: *\n');
    site.write('site/public/about/index.html', 'About');
    site.write('site/public/Blog/first/_payload.json', '{}');
    site.write('site/public/blog/second', 'a file where the page needs a folder');
    site.write('site/public/404.html', 'Gone');
    site.write('site/public/builds/mine.json', '{}');
    site.write('site/public/logo.svg', '<svg/>');
    site.write('public/logo.svg', '<svg/>');
    site.write(
      'config/site.yaml',
      'name: Small\nurl: https://small.example\noutput:\n  hosts: [netlify, cloudflare]\n',
    );
    const built = await site.build();
    expect(built.code).toBe(1);
    expect(site.has('dist')).toBe(false);
    expect(new Set(built.problems.map(({ code }) => code))).toEqual(new Set(['OUTPUT_CONFLICT']));
    const texts = built.problems.map(({ message }) => message);
    for (const pattern of [
      /robots\.txt: the robots\.txt of the generator \(config\/site\.yaml\) and a public file \(site\/public\/robots\.txt\)/,
      /about\/index\.html: the route "about" of config\/routes\.yaml \(config\/routes\.yaml:3\) and a public file/,
      /_headers: the files for the host netlify \(config\/site\.yaml:4\) and the files for the host cloudflare/,
      /_redirects: the files for the host netlify/,
      /blog\/first\/_payload\.json \(the entry blog\/first \(en\) \(content\/blog\/first\/en\.md\)\) and Blog\/first/,
      /blog\/second\/index\.html \(the entry blog\/second.* needs a folder where the output file blog\/second \(a public/,
      /404\.html: the not-found page \(config\/routes\.yaml:4\) and a public file/,
      /builds\/mine\.json: the build's own manifest/,
      /logo\.svg: a public file \((?:site\/)?public\/logo\.svg\) and a public file/,
    ]) {
      expect(texts.filter((text) => pattern.test(text)).length, `${pattern} in\n${texts.join('\n')}`).toBeGreaterThan(
        0,
      );
    }
    const served = await serve(site);
    try {
      const answer = await fetch(`${served.url}/about`);
      expect(answer.status).toBe(500);
      expect(await answer.text()).toContain('Two producers claim the output file robots.txt');
    } finally {
      await served.stop();
    }
  });

  it('of a post in the folder `404` or of a redirect from such a path is not that of the not-found page', async () => {
    site.write('content/blog/404/en.md', post('The story of 404'));
    site.edit('config/routes.yaml', (text) => `${text}rules:\n  /old/404: { redirect: { to: /about } }\n`);
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(site.has('dist/blog/404.html')).toBe(false);
    expect(site.read('dist/blog/404/index.html')).toContain('Text of The story of 404.');
    expect(site.has('dist/old/404.html')).toBe(false);
    expect(site.has('dist/old/404/index.html')).toBe(true);
    expect(site.read('dist/404.html')).toContain('This page does not exist.');
  });
});

describe('a redirect', () => {
  it('replaces the pages that its path or glob matches, but not the page for unknown paths', async () => {
    site.edit(
      'config/routes.yaml',
      (text) => `${text}rules: { '/blog/*': { redirect: / }, '/*': { redirect: / }, /de/blog: { redirect: / } }\n`,
    );
    site.edit('site/App.tsx', (text) => text.replace('<LocaleLink to="/about">About</LocaleLink>', ''));
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    const warnings = (built.report?.warnings ?? []).filter(({ code }) => code === 'REDIRECT_REPLACES_PAGES');
    expect(warnings.map(({ message }) => /from `(.*?)`/.exec(message)?.[1]).sort()).toEqual(['/*', '/blog/*']);
    expect(warnings[0]?.message).toMatch(/replaces \d+ pages of the site: \/\w+, /);
    expect(
      ['about', 'blog/index.html', 'blog/first', 'de/blog/_payload.json'].filter((path) => site.has(`dist/${path}`)),
    ).toEqual([]);
    expect(site.has('dist/blog/tag')).toBe(true);
    expect(site.has('dist/404.html')).toBe(true);
    expect(site.read('dist/sitemap.xml')).not.toContain('/blog/first<');
    expect(site.read('dist/de/blog/first/index.html')).not.toContain('hreflang="en');
  });

  it('may have escapes in its path and target, which name the same pages as the characters', async () => {
    site.edit('config/routes.yaml', (text) =>
      text
        .replace('notFound:', '  - { id: cafe, path: /café, page: About, seo: about.seo }\nnotFound:')
        .concat("rules: { '/old%20caf%C3%A9': { redirect: /caf%C3%A9 }, '/%61bout': { redirect: /caf%C3%A9 } }\n"),
    );
    site.edit('config/site.yaml', (text) => `${text}output: { hosts: [netlify] }\n`);
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(built.report?.warnings).toEqual([]);
    expect(site.has('dist/about/_payload.json')).toBe(false);
    expect(site.read('dist/old café/index.html')).toContain('url=/caf%C3%A9');
    expect(site.read('dist/_redirects')).toContain('/old%20caf%C3%A9 /caf%C3%A9 301!\n');
    const served = await serve(site);
    try {
      const { status, headers } = await served.get('/old%20caf%C3%A9');
      expect([status, headers.location]).toEqual([301, '/caf%C3%A9']);
    } finally {
      await served.stop();
    }
  });
});

describe('public files', () => {
  it('are copied if they are hidden, except files such as .DS_Store that belong to no site', async () => {
    site.write('site/public/.well-known/security.txt', 'Contact: mailto:a@small.example\n');
    site.write('site/public/.nojekyll', '');
    site.write('site/public/.env', 'KEY=secret');
    site.write('site/public/server.pem', 'a private key');
    site.write('content/blog/first/en.mdx', '# MDX');
    site.write('content/notes/idea.md', 'A note.');
    site.write('site/public/.git/config', '[core]');
    site.write('site/public/.DS_Store', 'x');
    site.write('site/public/notes.txt~', 'x');
    site.write('site/public/.notes.txt.swp', 'x');
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(site.read('dist/.well-known/security.txt')).toContain('Contact');
    expect(site.has('dist/.nojekyll')).toBe(true);
    for (const path of ['.env', '.git', '.DS_Store', 'notes.txt~', '.notes.txt.swp', 'server.pem']) {
      expect(site.has(`dist/${path}`), path).toBe(false);
    }
    expect(built.report?.warnings.map(({ code, file }) => [code, file])).toEqual([
      ['PUBLIC_FILE_WITHHELD', 'site/public/.env'],
      ['PUBLIC_FILE_WITHHELD', 'site/public/server.pem'],
      ['CONTENT_NOT_READ', 'content/blog/first/en.mdx'],
      ['CONTENT_NOT_READ', 'content/notes/idea.md'],
    ]);
    for (const path of ['content/blog/first/en.mdx', 'content/notes']) site.remove(path);
  });
});

describe('symbolic links', () => {
  it('to files outside of the site are errors in builds and on the server', async () => {
    const secret = join(tmpdir(), `secret-${process.pid}`);
    mkdirSync(secret, { recursive: true });
    writeFileSync(join(secret, 'key.txt'), 'TOP SECRET');
    try {
      mkdirSync(join(site.root, 'site/public'), { recursive: true });
      symlinkSync(secret, join(site.root, 'site/public/leak'));
      symlinkSync(join(secret, 'key.txt'), join(site.root, 'content/blog/first/key.txt'));
      const built = await site.build();
      expect(built.code).toBe(1);
      expect(built.problems.map(({ code, file }) => [code, file])).toEqual([
        ['SOURCE_LINK_OUTSIDE', 'content/blog/first/key.txt'],
        ['SOURCE_LINK_OUTSIDE', 'site/public/leak'],
      ]);
      expect(built.problems[1]?.message).toContain(secret);
      const served = await serve(site);
      try {
        const answer = await fetch(`${served.url}/leak/key.txt`);
        const text = await answer.text();
        expect(answer.status).toBe(500);
        expect(text).not.toContain('TOP SECRET');
        expect(text).toContain('site/public/leak is a symbolic link to');
      } finally {
        await served.stop();
      }
    } finally {
      rmSync(secret, { recursive: true });
    }
  });

  it('within the site are followed; loops are not; broken ones are reported', async () => {
    site.write('data/shared/list.txt', 'one');
    mkdirSync(join(site.root, 'site/public/here'), { recursive: true });
    symlinkSync('../../data/shared', join(site.root, 'site/public/shared'));
    symlinkSync('..', join(site.root, 'site/public/here/up'));
    symlinkSync('.', join(site.root, 'site/public/here/same'));
    symlinkSync('circle', join(site.root, 'site/public/circle'));
    symlinkSync('nowhere', join(site.root, 'site/public/gone'));
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(site.read('dist/shared/list.txt')).toBe('one');
    expect(site.has('dist/here')).toBe(false);
    expect(built.report?.warnings.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
      'SOURCE_LINK_BROKEN site/public/gone',
      'SOURCE_LINK_LOOP site/public/circle',
      'SOURCE_LINK_LOOP site/public/here/same',
      'SOURCE_LINK_LOOP site/public/here/up',
    ]);
  });

  it('may lead to the site itself: modules below it are found', async () => {
    const linked = siteOf(
      smallSite,
      `
-- site/Button.tsx --
export const Button = ({ name }: { name: string }) => <button type="button">{name}</button>;
-- site/pages/About.tsx --
import { Button } from '../Button.tsx';
export const hydrate = false;
export const Page = () => <h1><Button client:load name="Press" /></h1>;
`,
    );
    const link = join(tmpdir(), `site-${process.pid}`);
    symlinkSync(linked.root, link);
    const { code, problems } = await linked.build('--root', link);
    rmSync(link);
    expect([code, problems]).toEqual([0, []]);
    expect(linked.read('dist/about/index.html')).toContain('<button type="button">Press</button>');
    linked.close();
  });
});
