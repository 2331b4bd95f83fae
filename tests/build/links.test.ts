import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Built, type Site, siteWithBundles, smallSite } from '../site.ts';

const problemLines = ({ problems }: Built) =>
  problems.map((p) => `${p.code} ${p.file ? `${p.file}:${p.line}:${p.column}` : '-'} ${p.message} ${p.hint}`);

describe('a dead link within the site is an error', () => {
  let site: Site;
  beforeEach(() => {
    site = siteWithBundles(smallSite);
  });
  afterEach(() => site.close());

  it('in Markdown, with its location', async () => {
    site.write(
      'content/blog/draft/en.md',
      '---\ntitle: D\ndescription: d\ndate: 2026-01-01\ndraft: true\n---\nText.\n',
    );
    site.write('content/blog/later/en.md', '---\ntitle: L\ndescription: l\ndate: 2999-01-01\n---\nText.\n');
    site.write('site/public/paper.pdf', 'paper');
    site.write('content/blog/third/data.csv', 'a,b\n');
    site.edit(
      'config/routes.yaml',
      (text) => `${text}\nrules: { /old/**: { redirect: { to: /about } }, '/headers': { headers: { X-A: b } } }\n`,
    );
    site.edit(
      'content/blog/third/en.md',
      (text) => `${text}
[a](/no-such-page) [b](/abuot)
[c](/about#none) [d](/blog/first#one-headin) [e](#none)
[f](/blog/draft) [g](/blog/later) [h](../draft/en.md)
[i](https://small.example/none?q) [j](/missing.pdf) [k](/headers) [l](/about.pdf)

[fine](/about/) [fine](/old/page) [fine](/paper.pdf) [fine](/blog/first#one-heading) [fine](#top)
[fine](./data.csv) [fine](/blog/rss.xml) [fine](/sitemap.xml#x) [fine](https://other.example/none) [fine](?a=b)
`,
    );
    const built = await site.build();
    expect(built.code).toBe(1);
    const page = 'does not match a page or file of the site.';
    expect(problemLines(built)).toEqual([
      `CONTENT_LINK_BROKEN content/blog/third/en.md:10:35 The link "../draft/en.md" leads to content/blog/draft/en.md, which is a draft and is not published. Publish that entry, or remove the link until it is.`,
    ]);
    site.edit('content/blog/third/en.md', (text) => text.replace(' [h](../draft/en.md)', ''));
    const again = await site.build();
    const at = (line: number, column: number) => `content/blog/third/en.md:${line}:${column} The link to`;
    const external = 'Correct the path; give the link `rel="external"` if another program on this host answers it.';
    expect(problemLines(again)).toEqual([
      `CONTENT_LINK_BROKEN ${at(8, 1)} /no-such-page ${page} ${external}`,
      `CONTENT_LINK_BROKEN ${at(8, 20)} /abuot ${page} Did you mean /about?`,
      `CONTENT_ANCHOR_MISSING ${at(9, 1)} /about#none is broken: the page has no element with the id "none". Link to the page itself, or to the id of one of its headings.`,
      `CONTENT_ANCHOR_MISSING ${at(9, 18)} /blog/first#one-headin is broken: the page has no element with the id "one-headin". Did you mean #one-heading?`,
      `CONTENT_ANCHOR_MISSING ${at(9, 46)} /blog/third#none is broken: the page has no element with the id "none". Link to the page itself, or to the id of one of its headings.`,
      `CONTENT_LINK_BROKEN ${at(10, 1)} /blog/draft leads to content/blog/draft/en.md, which is a draft and is not published. Publish that entry, or remove the link until it is.`,
      `CONTENT_LINK_BROKEN ${at(10, 18)} /blog/later leads to content/blog/later/en.md, which is dated 2999-01-01, later than this build, and is not published. Publish that entry, or remove the link until it is.`,
      `CONTENT_LINK_BROKEN ${at(11, 1)} /none ${page} ${external}`,
      'CONTENT_FILE_MISSING content/blog/third/en.md:11:35 There is no file /missing.pdf, which the page links or shows. Add site/public/missing.pdf, or correct the path.',
      `CONTENT_LINK_BROKEN ${at(11, 53)} /headers ${page} ${external}`,
      'CONTENT_FILE_MISSING content/blog/third/en.md:11:67 There is no file /about.pdf, which the page links or shows. Add site/public/about.pdf, or correct the path.',
    ]);
    expect(site.has('dist')).toBe(false);
  });

  it('in components, reported once for all pages that show it', async () => {
    site.write(
      'site/pages/About.tsx',
      `import { LocaleLink } from '@safelight/sitegen/runtime';
export function Page() {
  return <><h1 id="who">Who</h1><a href="/blog/frist">a</a><LocaleLink to="/nowhere" locale="de">b</LocaleLink>
    <a href="#whom">c</a><a href="/none" rel="external">fine</a><a href="#who">fine</a><a href="/#">fine</a>
    <img src="/paper.pgn" srcSet="/blog/rss.xml 1x, /sharp.png 2x" alt="" /><video src="data:," poster="/blog/rss.xml" />
    <a href="mailto:a@b.example">fine</a><a href="//other.example/none">fine</a></>;
}
`,
    );
    site.edit('site/App.tsx', (text) => text.replace('<header>', '<header><LocaleLink to="/shop">Shop</LocaleLink>'));
    const built = await site.build();
    expect(problemLines(built).map((one) => one.replace(/ Correct the path.*/, ''))).toEqual([
      'PAGE_LINK_BROKEN site/App.tsx:4:36 / and 9 more pages: The link to /shop does not match a page or file of the site.',
      'PAGE_LINK_BROKEN site/App.tsx:4:36 /de and 4 more pages: The link to /de/shop does not match a page or file of the site. Did you mean /de/blog?',
      'PAGE_ANCHOR_MISSING site/pages/About.tsx:4:14 /about: The link to /about#whom is broken: the page has no element with the id "whom". Did you mean #who?',
      'PAGE_LINK_BROKEN site/pages/About.tsx:3:42 /about: The link to /blog/frist does not match a page or file of the site. Did you mean /blog/first?',
      'PAGE_LINK_BROKEN site/pages/About.tsx:3:76 /about: The link to /de/nowhere does not match a page or file of the site.',
      'PAGE_FILE_MISSING site/pages/About.tsx:5:15 /about: There is no file /paper.pgn, which the page links or shows. Add site/public/paper.pgn, or correct the path.',
      'PAGE_FILE_MISSING - /about: There is no file /sharp.png, which the page links or shows. Add site/public/sharp.png, or correct the path.',
    ]);
  });

  it('in components without the slash at its start, reported once at its place', async () => {
    site.write(
      'site/pages/About.tsx',
      `import { LocaleLink } from '@safelight/sitegen/runtime';
export function Page() {
  return <><h1 id="who">Who</h1><LocaleLink to="#who" locale="de">a</LocaleLink><img src={'icon.svg'} alt="" />
    <LocaleLink to="?a=b" locale="de">b</LocaleLink><LocaleLink to="mailto:a@b.example" locale="de">c</LocaleLink>
    <LocaleLink to="https://other.example/x" locale="de">d</LocaleLink><LocaleLink to="//other.example" locale="de">e</LocaleLink>
    <LocaleLink to="blog/first" locale="de">f</LocaleLink></>;
}
`,
    );
    expect((await site.build()).problems.map(({ message }) => message)).toEqual([
      '/about: There is no file /icon.svg, which the page links or shows.',
    ]);
    site.write('site/public/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>');
    expect((await site.build()).problems).toEqual([]);
    const hrefs = [...site.read('dist/about/index.html').matchAll(/href="([^"]*)"[^>]*>[a-f]<\/a>/g)];
    expect(hrefs.map(([, href]) => href)).toEqual([
      '#who',
      '?a=b',
      'mailto:a@b.example',
      'https://other.example/x',
      '//other.example',
      'blog/first',
    ]);
    site.edit('site/App.tsx', (text) =>
      text.replace(
        '<header>',
        '<header>\n<LocaleLink to="blog">Blog</LocaleLink><LocaleLink to="about#who">Who</LocaleLink><a href="nowhere">x</a>',
      ),
    );
    const hint = 'only a path that begins with a slash leads to the same address from every page.';
    const found = problemLines(await site.build());
    expect(found.filter((one) => one.includes('relative'))).toEqual([
      `PAGE_LINK_BROKEN site/App.tsx:5:56 /blog/third and 9 more pages: The link \`about#who\` is relative to the page: on /blog/third it leads to /blog/about#who, which does not exist. Write \`/about#who\`: ${hint}`,
      `PAGE_LINK_BROKEN site/App.tsx:5:17 /blog/third and 7 more pages: The link \`blog\` is relative to the page: on /blog/third it leads to /blog/blog, which does not exist. Write \`/blog\`: ${hint}`,
    ]);
    expect(found.filter((one) => one.includes('nowhere'))[0]).toMatch(
      /^PAGE_LINK_BROKEN site\/App\.tsx:5:92 .*The link to \/nowhere does not match a page or file of the site\./,
    );
  });

  it('on an unchanged page if a text loses the heading or the picture that it leads to', async () => {
    site.write('content/blog/second/lamp.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>');
    site.edit('content/blog/second/en.md', (text) => `${text}\n![A lamp](lamp.svg)\n`);
    site.edit('content/blog/third/en.md', (text) => `${text}\n[one](/blog/first#one-heading)\n`);
    expect((await site.build()).code).toBe(0);
    const url = /\/assets\/media\/lamp-\w+\.svg/.exec(site.read('dist/blog/second/index.html'))?.[0];
    site.edit('content/blog/third/en.md', (text) => `${text}\n[lamp](${url})\n`);
    expect((await site.build()).code).toBe(0);
    site.edit('content/blog/first/en.md', (text) => text.replace('## One heading', '## Another heading'));
    const withoutHeading = await site.build();
    expect(problemLines(withoutHeading)).toHaveLength(1);
    expect(problemLines(withoutHeading)[0]).toContain('/blog/first#one-heading is broken');
    site.edit('content/blog/first/en.md', (text) => text.replace('## Another heading', '## One heading'));
    expect((await site.build()).report?.rendered).toBe(0);
    site.edit('content/blog/second/en.md', (text) => text.replace('![A lamp](lamp.svg)', ''));
    const incremental = await site.build();
    expect(problemLines(incremental)).toEqual(problemLines(await site.build('--no-cache')));
  });

  it('on a page that is not rendered again if its target was removed', async () => {
    site.edit('site/pages/About.tsx', (text) =>
      text
        .replace('useMessages', 'LocaleLink, useMessages')
        .replace('</h1>', '<LocaleLink to="/blog/first#one-heading">b</LocaleLink></h1>'),
    );
    site.edit('content/blog/third/en.md', (text) => `${text}\n[second](/blog/second)\n`);
    expect((await site.build('--base', '/sub')).code).toBe(0);
    site.edit('content/blog/first/en.md', (text) => text.replace('## One heading', '## Another heading'));
    site.remove('content/blog/second');
    site.edit('content/blog/first/de.md', (text) => text.replace('/blog/second', '/blog/third'));
    const built = await site.build('--base', '/sub');
    expect(problemLines(built).map((one) => one.split(/ does not match| is broken/)[0])).toEqual([
      'CONTENT_LINK_BROKEN content/blog/third/en.md:8:1 The link to /blog/second',
      'PAGE_ANCHOR_MISSING site/pages/About.tsx:3:59 /about: The link to /blog/first#one-heading',
    ]);
    expect(site.has('dist/blog/second/index.html')).toBe(true);
  });
});
