import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from '../../cli/check/facts.ts';
import type { Diagnostic } from '../../cli/contract.ts';
import { program, type Site, siteWithBundles, smallSite } from '../site.ts';

/** The small site without the problems that a check would find in it. */
const faultlessSite = `
-- config/site.yaml --
name: Small
url: https://small.example
check:
  ignore:
    PAGE_ORPHAN: [/blog/tag/*, /de/blog/tag/*]
    PAGE_TITLE_REPEATED: [/blog, /de/blog]
    PAGE_DESCRIPTION_REPEATED: [/blog, /de/blog]
-- locales/de/blog.json --
{ "seo": { "title": "Blog auf Deutsch", "description": "Was wir schreiben." }, "older": "Ältere Beiträge" }
`;

const longTitle = 'A title that says far more than anybody will ever read of it in a list of results, word for word';

/** One flaw of each kind. */
const faultyPages = `
-- config/site.yaml --
name: Small
url: https://small.example
check:
  pictureKb: 2
  identical: { Gone: [de] }
  ignore:
    PAGE_ORPHAN: [/blog/tag/*, /de/blog/tag/*]
    PAGE_TITLE_REPEATED: ['*']
    PAGE_DESCRIPTION_REPEATED: [/blog, /de/blog]
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, page: About, locales: none, seo: home.seo }
  - { id: hidden, path: /hidden, page: NotFound, locales: none, seo: about.seo }
notFound: { page: NotFound, seo: notFound.seo }
rules:
  /old: { redirect: { to: /older } }
  /older: { redirect: { to: /about } }
-- locales/en/home.json --
{
  "seo": { "title": "Small home", "description": "The home page of a small site." },
  "hello": "Hello from {site}",
  "count": "{n, plural, one {# post} other {# posts}}",
  "size": "Up to 25 MB",
  "spaced": "After",
  "kept": "Gone for good",
  "unused": "Never"
}
-- locales/de/home.json --
{ "seo": { "title": "Kleine Startseite", "description": "Die Startseite einer kleinen Site." },

  "hello": "Hello from {site}",
  "count": "{n, plural, one {# Beitrag} other {# Beiträge}}",
  "size": "Bis 20 MB",
  "spaced": "Danach ",
  "gone": "Fort",
  "kept": "Weg", "unused": "Nie" }
-- locales/de/notFound.json --
{ "seo": { "title": "Nicht gefunden", "description": "Hier ist nichts." } }
-- site/pages/About.tsx --
import { useMessages } from '@safelight/sitegen/runtime';
export function Page() {
  const t = useMessages();
  return <><h1>{t('about.text')}</h1><h4 id="twice">Deep</h4><h1 id="twice">Again</h1><img src="/dot.png" style={{ color: 'red' }} />
    <button type="button"><svg aria-hidden="true" /></button><input type="text" name="query" placeholder={t('home.size')} />
    <p>{t('home.spaced')} {t(\`home.ke\${'pt'}\`)}</p></>;
}
-- content/blog/third/en.md --
---
title: ${longTitle}
description: How it ends.
date: 2026-01-03
---
The end.

[a](/about) [b](/old#x "/old") ![c](./big.gif)

# Again

#### Much *deeper*
`;

const hashOfBig = (site: Site): string =>
  Object.keys(site.files('dist/assets/media'))
    .map((name) => /^big-(\w+)\.gif$/.exec(name)?.[1])
    .join();

const check = (site: Site, ...options: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const args = [program, 'check', '--root', site.root, ...options];
    execFile(process.execPath, args, { env: { ...process.env, NO_COLOR: '1' } }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

const reportedLines = (stdout: string): readonly string[] =>
  (JSON.parse(stdout).problems as Diagnostic[]).map(
    ({ code, file, line, message }) => `${code} ${file ? `${file}${line ? `:${line}` : ''} ` : ''}${message}`,
  );

describe('sitegen check', () => {
  let site: Site;
  beforeAll(() => {
    site = siteWithBundles(smallSite, faultlessSite);
  });
  afterAll(() => site.close());

  it('finds nothing in a sound site, and its second run reads no document again', async () => {
    expect(await check(site, '--strict')).toEqual({ code: 0, stdout: 'No problems found.\n', stderr: '' });
    const facts = site.read('.sitegen/cache/facts.json');
    site.edit('.sitegen/cache/facts.json', (text) => text.replaceAll('"The first post"', '""'));
    expect(reportedLines((await check(site, '--format', 'json')).stdout)).toContainEqual(
      expect.stringMatching(/^PAGE_TITLE_MISSING .*first\/en\.md \/blog\/first has no title\.$/),
    );
    site.write('.sitegen/cache/facts.json', facts);
  });

  it('reports what is wrong with pages, at the files that they come from, and leaves out what the settings ignore', async () => {
    const flawed = siteWithBundles(smallSite, faultlessSite, faultyPages);
    flawed.write('site/public/dot.png', 'x');
    flawed.write('content/blog/third/big.gif', `GIF89a\x01\x00\x01\x00\x00\x00\x00;${'x'.repeat(3000)}`);
    try {
      const { code, stdout } = await check(flawed, '--format', 'json');
      const third = 'content/blog/third/en.md';
      expect([code, reportedLines(stdout).toSorted()]).toEqual([
        0,
        [
          'CHECK_NEEDLESS config/site.yaml `check.identical` allows “Gone” in de, where no message has it.',
          `CONTENT_SECOND_TITLE ${third}:10 “Again” is a first-level heading, but the title of the entry is the only one.`,
          'LINK_REDIRECTED content/blog/third/en.md:8 The link to /old leads to a redirect to /about.',
          'LOCALE_EXTRA_KEY locales/de/home.json:7 `home.gone` is not a message of en, so no page can show it.',
          'MESSAGE_IDENTICAL locales/de/home.json:3 `home.hello` is the same as in the default locale: “Hello from {site}”',
          'MESSAGE_NUMBERS locales/de/home.json:5 `home.size` has other numbers than the default locale: “Bis 20 MB”, “Up to 25 MB”',
          'MESSAGE_SPACES locales/de/home.json:6 `home.spaced` begins or ends with a space, unlike in the default locale.',
          'MESSAGE_UNTRANSLATED locales/de/notFound.json `notFound.text` has no text in de: “This page does not exist.”',
          'MESSAGE_UNUSED locales/en/home.json:8 No page shows `home.unused`, and no code names it.',
          'PAGE_CONTROL_WITHOUT_NAME /about: <button type="button"> has no name that a screen reader could say.',
          'PAGE_CONTROL_WITHOUT_NAME /about: <input type="text" name="query"> has no name that a screen reader could say.',
          'PAGE_DESCRIPTION_REPEATED /, /about have the same description: “The home page of a small site.”',
          'PAGE_HEADING_SECOND /about has 2 headings of the first level: “About us”, “Again”.',
          'PAGE_HEADING_SKIPPED /about: the heading “Deep” is of level 4, directly below one of level 1.',
          `PAGE_HEADING_SKIPPED ${third}:12 /blog/third: the heading “Much deeper” is of level 4, directly below one of level 1.`,
          'PAGE_ID_REPEATED /about: several elements have the id “twice”.',
          'PAGE_IMAGE_WITHOUT_ALT /about: the image /dot.png has no `alt`.',
          'PAGE_IMAGE_WITHOUT_SIZE /about: the image /dot.png has no size, so the page moves when it loads.',
          'PAGE_STYLE_BLOCKED /about: the content security policy blocks the style of <img style="color:red">.',
          'PAGE_ORPHAN /hidden is linked from no other page.',
          `PAGE_TITLE_WIDE ${third} /blog/third: the title is about 789 px wide. Search engines show 580 px: “${longTitle}”`,
          `PICTURE_HEAVY ${third} /blog/third: the picture /assets/media/big-${hashOfBig(flawed)}.gif has 3 kB; 2 kB are allowed.`,
          'REDIRECT_CHAIN config/routes.yaml The redirect from /old leads to /older, which redirects to /about.',
        ].toSorted(),
      ]);
      const strict = await check(flawed, '--strict', '--format', 'sarif');
      const { runs } = JSON.parse(strict.stdout);
      expect([strict.code, runs[0].results.length, runs[0].tool.driver.rules[0]]).toEqual([
        1,
        23,
        { id: 'CHECK_NEEDLESS' },
      ]);
      expect(runs[0].results.find(({ ruleId }: { ruleId: string }) => ruleId === 'LINK_REDIRECTED')).toMatchObject({
        level: 'warning',
        locations: [
          { physicalLocation: { artifactLocation: { uri: third }, region: { startLine: 8, startColumn: 13 } } },
        ],
      });
      // Addresses of other generators end in a slash.
      flawed.edit(third, (text) => `${text}\n[d](/old/)\n`);
      const fixed = await check(flawed, '--fix', '--format', 'json');
      expect(JSON.parse(fixed.stdout).fixed).toBe(3);
      expect(flawed.read(third)).toContain('[d](/about)');
      expect(flawed.read(third)).toContain('[b](/about#x "/old") ![c](./big.gif)');
      expect(flawed.read('locales/de/home.json')).not.toContain('gone');
      expect(flawed.read('locales/de/home.json')).toContain('"size": "Bis 20 MB"');
    } finally {
      flawed.close();
    }
  });

  it('keeps items of lists that only one language has, and finds pictures with a percent sign', async () => {
    const own = siteWithBundles(smallSite, faultlessSite);
    own.edit('locales/en/about.json', (text) => text.replace('"text"', '"steps": ["One"], "text"'));
    own.write('locales/de/about.json', '{ "steps": ["Eins", "Zwei"] }\n');
    for (const name of ['100%.png', 'C#.png']) own.write(`site/public/${name}`, 'x'.repeat(1_100_000));
    own.edit('site/pages/About.tsx', (text) =>
      text
        .replace('<h1>', '<><h1>')
        .replace(
          '</h1>',
          '</h1><img src="/100%.png" alt="" width="1" height="1" /><img src="/C%23.png" alt="" width="1" height="1" /></>',
        ),
    );
    const { stdout, stderr } = await check(own, '--fix', '--format', 'json');
    expect(stderr).not.toContain('at ');
    expect(reportedLines(stdout).filter((line) => line.startsWith('PICTURE_HEAVY'))).toHaveLength(2);
    expect(JSON.parse(stdout).problems.map(({ code }: Diagnostic) => code)).toContain('LOCALE_EXTRA_KEY');
    expect(own.read('locales/de/about.json')).toContain('["Eins", "Zwei"]');
    own.close();
  });

  it('reports what the build refuses in the same formats, with exit code 1', async () => {
    site.edit('content/blog/third/en.md', (text) => `${text}\n[gone](/nowhere)\n`);
    const { code, stdout } = await check(site, '--format', 'json');
    expect([code, reportedLines(stdout)]).toEqual([
      1,
      [
        'CONTENT_LINK_BROKEN content/blog/third/en.md:8 The link to /nowhere does not match a page or file of the site.',
      ],
    ]);
    site.edit('content/blog/third/en.md', (text) => text.replace(/\n\[gone.*\n/, ''));
  });

  it('requests pages of other sites with `--external`, each once, and remembers the answers', async () => {
    const requests: string[] = [];
    const server = createServer(({ method, url }, response) => {
      requests.push(`${method} ${url}`);
      const found = url === '/fine' || (url === '/no-head' && method === 'GET');
      response.writeHead(found ? 200 : url === '/busy' ? 503 : 404).end();
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const links = ['/fine', '/fine#part', '/no-head', '/gone', '/busy'].map((path) => `[x](${origin}${path})`);
    site.edit('content/blog/third/en.md', (text) => `${text}\n${links.join(' ')}\n`);
    try {
      const { code, stdout } = await check(site, '--external', '--format', 'json');
      expect([code, reportedLines(stdout)]).toEqual([
        1,
        [
          `LINK_EXTERNAL_BROKEN content/blog/third/en.md /blog/third: ${origin}/gone does not exist (404).`,
          `LINK_EXTERNAL_UNSURE content/blog/third/en.md /blog/third: ${origin}/busy answers 503.`,
        ],
      ]);
      expect(requests).toEqual([
        'HEAD /fine',
        'HEAD /no-head',
        'GET /no-head',
        'HEAD /gone',
        'GET /gone',
        'HEAD /busy',
        'GET /busy',
      ]);
      expect(reportedLines((await check(site, '--external', '--format', 'json')).stdout)).toHaveLength(2);
      expect(requests).toHaveLength(7);
    } finally {
      server.close();
    }
  });
});

describe('the facts of a document', () => {
  const unnamed = (html: string) => factsOf(`<body>${html}</body>`).unnamed;

  it.each([
    ['<button>Send</button>'],
    ['<button><svg aria-hidden="true"><path d=""/></svg><span class="out">Send</span></button>'],
    ['<button aria-label="Send"><svg></svg></button>'],
    ['<a href="/"><img src="a.png" alt="Home"></a>'],
    ['<a href="/"><svg role="img" aria-label="Home"></svg></a>'],
    ['<a id="here"></a>'],
    ['<label>Name <input></label>'],
    ['<label for="a">Name</label><input id="a">'],
    ['<input id="a"><label for="a">Name</label>'],
    ['<select title="Size"></select>'],
    ['<input type="hidden"><input type="submit">'],
    ['<div aria-hidden="true"><button></button></div>'],
    ['<input aria-labelledby="a">'],
  ])('name %s', (html) => {
    expect(unnamed(html)).toEqual([]);
  });

  it.each([
    ['<button><svg></svg></button>', '<button>'],
    ['<a href="/x"><img src="a.png" alt=""></a>', '<a href="/x">'],
    ['<a href="/x"><span aria-hidden="true">#</span></a>', '<a href="/x">'],
    ['<label for="b">Name</label><input id="a" placeholder="Name">', '<input id="a">'],
    ['<textarea name="text"></textarea>', '<textarea name="text">'],
  ])('name nothing in %s', (html, tag) => {
    expect(unnamed(html)).toEqual([tag]);
  });

  it('take headings without hidden ones, and the candidates of a picture with its image', () => {
    const { headings, images, title } = factsOf(
      '<head><title>A &amp; B</title></head><body><h1>One <em>two</em></h1><h2 hidden>No</h2><svg><title>Icon</title></svg><picture><source srcset="/a.avif 1w, /b.avif 2w"><img src="/c.jpg" alt width="1" height="2"></picture><img src="/d.jpg">',
    );
    expect([title, headings]).toEqual(['A & B', [[1, 'One two']]]);
    expect(images).toEqual([
      { src: '/c.jpg', candidates: ['/a.avif', '/b.avif'], hasAlt: true, isSized: true },
      { src: '/d.jpg', candidates: [], hasAlt: false, isSized: false },
    ]);
  });
});
