import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteWithBundles, smallSite } from '../site.ts';

describe('what is wrong with texts, pictures and messages is reported', () => {
  it('names the byte of a text that is not UTF-8, and a text that is too large', async () => {
    const site = siteWithBundles(smallSite);
    const bytes = (path: string, text: string) => writeFileSync(join(site.root, path), Buffer.from(text, 'latin1'));
    bytes('content/blog/third/en.md', `${site.read('content/blog/third/en.md')}\nGr\u00fc\u00dfe\n`);
    bytes('locales/de/about.json', '{\n  "text": "\u00dcber uns" }\n');
    site.edit('config/content.yaml', (text) => `maxTextMb: 0.01\n${text}`);
    site.edit('content/blog/second/en.md', (text) => `${text}\n${'many words '.repeat(5000)}\n`);
    const locales = await site.build();
    const problemLines = (built: typeof locales) =>
      built.problems.map((p) => `${p.code} ${p.file}:${p.line}:${p.column} ${p.message}`);
    expect(problemLines(locales)).toEqual([
      'SOURCE_NOT_UTF8 locales/de/about.json:2:12 The text is not UTF-8: byte 14 of the file (0xDC) is invalid.',
    ]);
    site.remove('locales/de/about.json');
    // A text that no page shows.
    site.edit('config/content.yaml', (text) => `${text}  people: { from: content/people/*.md }\n`);
    site.write('content/people/.keep', '');
    bytes('content/people/jose.md', '---\ntitle: Jos\u00e9\n---\n');
    expect(problemLines(await site.build())).toEqual([
      'SOURCE_NOT_UTF8 content/people/jose.md:2:11 The text is not UTF-8: byte 15 of the file (0xE9) is invalid.',
    ]);
    site.remove('content/people');
    site.edit('config/content.yaml', (text) => text.replace(/ {2}people.*\n/, ''));
    expect(problemLines(await site.build())).toEqual([
      'CONTENT_TOO_LARGE content/blog/second/en.md:1:1 The text has 0.05 MB; 0.01 MB are allowed.',
      'SOURCE_NOT_UTF8 content/blog/third/en.md:8:3 The text is not UTF-8: byte 86 of the file (0xFC) is invalid.',
    ]);
    site.close();
  });

  it('names the encoding of UTF-16 rather than its front matter, and a slug that is too long for a file name', async () => {
    const site = siteWithBundles(smallSite);
    const text = site.read('content/blog/third/en.md');
    writeFileSync(join(site.root, 'content/blog/third/en.md'), Buffer.from(`\uFEFF${text}`, 'utf16le'));
    site.edit('content/blog/first/en.md', (other) => other.replace('---\n', `---\nslug: ${'a'.repeat(241)}\n`));
    site.edit('content/blog/second/en.md', (other) => other.replace('---\n', `---\nslug: ${'b'.repeat(240)}\n`));
    const { problems } = await site.build();
    expect(problems.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`)).toEqual([
      'CONTENT_INVALID_SLUG content/blog/first/en.md:2:7',
      'SOURCE_NOT_UTF8 content/blog/third/en.md:1:1',
    ]);
    site.close();
  });

  it('refuses a message that does not exist, once for all pages that show it', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('templates/List.tsx', (text) =>
      text.replace("t('blog.older')", "t('blog.oldr')").replace('<h1>', "<h1>{t.has('blog.none') && 'never'}"),
    );
    site.edit('templates/Post.tsx', (text) =>
      text
        .replace('{ Markup }', '{ Markup, useMessages }')
        .replace('<article>', "<article><p>{useMessages()('blog.onlyGerman')}</p>"),
    );
    site.edit('locales/de/blog.json', (text) => text.replace(/\}\s*$/, ', "onlyGerman": "Nur hier" }'));
    const { code, problems } = await site.build();
    expect(code).toBe(1);
    const found = problems.filter((p) => p.code === 'MESSAGE_MISSING');
    expect(found.map((p) => `${p.file}:${p.line}:${p.column} ${p.severity} ${p.message} ${p.hint}`)).toEqual([
      'templates/Post.tsx:4:38 warning /blog/third and 2 more pages: there is no message `blog.onlyGerman`, but in de. Add it to the default locale, which is the fallback of all others.',
      'templates/List.tsx:6:55 error /blog: there is no message `blog.oldr` in any locale. Did you mean `blog.older`?',
    ]);
    site.edit('templates/List.tsx', (text) => text.replace('blog.oldr', 'blog.older'));
    const again = await site.build();
    expect(again.code, again.stderr).toBe(0);
    expect(again.report?.warnings.filter((p) => p.code === 'MESSAGE_MISSING')).toHaveLength(1);
    site.close();
  });

  it('refuses a cover and a field of type image that name no file, but not of a draft', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('config/content.yaml', (text) => `${text}    fields: { map: { type: image } }\n`);
    site.write('content/blog/third/plan.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>');
    site.edit('content/blog/third/en.md', (text) => text.replace('date:', 'cover: ./none.png\nmap: plam.svg\ndate:'));
    site.edit('content/blog/second/en.md', (text) => text.replace('date:', 'draft: true\ncover: ./none.png\ndate:'));
    site.edit('content/blog/first/de.md', (text) => text.replace('/blog/second', '/about'));
    const { problems } = await site.build();
    expect(problems.map((p) => `${p.code} ${p.file}:${p.line}:${p.column} ${p.message} ${p.hint}`)).toEqual([
      'CONTENT_IMAGE_MISSING content/blog/third/en.md:4:8 `cover` names a picture that does not exist: content/blog/third/none.png Add the file, or remove the line.',
      'CONTENT_IMAGE_MISSING content/blog/third/en.md:5:6 `map` names a picture that does not exist: content/blog/third/plam.svg Did you mean content/blog/third/plan.svg?',
    ]);
    site.close();
  });

  it('warns of HTML that a text loses, and refuses an address that runs, also below pre', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('content/blog/third/en.md', (text) => `${text}\n<p onclick="x()">a</p>\n\n<style>p{color:red}</style>\n`);
    const { code, report } = await site.build();
    expect(code).toBe(0);
    expect(report?.warnings.map((p) => `${p.code} ${p.file}:${p.line}:${p.column}`)).toEqual([
      'CONTENT_HTML_REMOVED content/blog/third/en.md:8:1',
      'CONTENT_HTML_REMOVED content/blog/third/en.md:10:1',
    ]);
    expect(site.read('dist/blog/third/index.html')).not.toMatch(/onclick|color:red/);
    // Also where the page is taken from the last build.
    expect((await site.build()).report).toMatchObject({ rendered: 0, warnings: report?.warnings });
    site.edit('content/blog/third/en.md', (text) => `${text}\n<pre><a href="javascript:alert(1)">x</a></pre>\n`);
    const again = await site.build();
    expect(again.problems.map((p) => `${p.code} ${p.file}:${p.line}:${p.column}`)).toContain(
      'CONTENT_UNSAFE_URL content/blog/third/en.md:12:6',
    );
    site.close();
  });
});
