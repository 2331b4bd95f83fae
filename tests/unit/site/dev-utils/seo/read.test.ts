import { describe, expect, test } from 'vitest';
import { EMPTY_SOURCE, type PageMeta } from '../../../../../site/dev-utils/seo/page.ts';
import { problemsOf, type SeoInput } from '../../../../../site/dev-utils/seo/problems.ts';
import { readSource } from '../../../../../site/dev-utils/seo/read.ts';
import { frontMatterYaml, headHtml } from '../../../../../site/dev-utils/seo/write.ts';

const meta: PageMeta = {
  title: 'Restore “old” photos & more',
  description: 'A description that fills the line, with "quotes" and <signs>.',
  url: 'https://x.example/a?b=1&c=2',
  siteName: 'X',
  image: 'https://x.example/a.png',
  socialTitle: '',
  socialDescription: 'Other words',
  card: 'summary',
};

describe('readSource for HTML', () => {
  test('reads back what was written', () => expect(readSource(headHtml(meta)).meta).toEqual({ ...meta }));
  test('accepts any order, case and quotes, and ignores comments and scripts', () => {
    const found = readSource(`<!doctype html><HTML lang='de'><head>
      <!-- <title>old</title> --><script>"<title>no</title>"</script>
      <META CONTENT='Über &amp; &#39;uns&#39;' NAME=description>
      <title>
        One
        two</title><svg><title>icon</title></svg>
      <link href=/page rel="canonical"><meta property="og:title" content="Card">`);
    expect(found.meta).toEqual({
      title: 'One two',
      description: "Über & 'uns'",
      url: '/page',
      socialTitle: 'Card',
    });
    expect(found.tags).toMatchObject({ title: ['One two'], 'html lang': ['de'], 'og:title': ['Card'] });
  });
  test('falls back to the title of the card', () => {
    expect(readSource('<meta property="og:title" content="Card">').meta.title).toBe('Card');
  });
});

describe('readSource for front matter', () => {
  test('reads back what was written', () => {
    const { siteName: _, card: __, ...kept } = meta;
    expect(readSource(frontMatterYaml(meta)).meta).toEqual({ ...kept, socialTitle: undefined });
  });
  test('reads YAML with block scalars, comments, nested keys and lists', () => {
    const source = [
      '---',
      'layout: post # not this',
      "title: 'It''s here'",
      'tags:',
      '  - title: no',
      'description: >',
      '  Two lines',
      '  as one.',
      'cover:',
      '  image: ./cover.png',
      'seo:',
      '  title: For engines # and why',
      '---',
      '# Text: not read',
    ].join('\n');
    expect(readSource(source)).toEqual({
      kind: 'frontMatter',
      meta: { title: 'For engines', description: 'Two lines as one.', image: './cover.png' },
      tags: {},
    });
  });
  test('reads values on the lines below their key, and characters by their number', () => {
    const source = [
      '---',
      'title: "Caf\\u00e9 \\xE9 \\U0001F600"',
      'description:',
      '  Clean the glass, choose',
      '  600 dpi',
      'seo:',
      "  title: 'Clean: choose 600",
      "    dpi now'",
      '---',
    ].join('\n');
    expect(readSource(source).meta).toEqual({
      title: 'Clean: choose 600 dpi now',
      description: 'Clean the glass, choose 600 dpi',
    });
    expect(readSource('---\ntitle: "Caf\\u00e9 \\xE9 \\U0001F600"\n---\n').meta.title).toBe('Café é 😀');
  });
  test('reads TOML and JSON', () => {
    expect(readSource('+++\ntitle = "A \\"b\\""\n[seo]\ndescription = \'c\'\n+++\n').meta).toEqual({
      title: 'A "b"',
      description: 'c',
    });
    expect(readSource('{\n  "title": "A",\n  "og": { "title": "B" }\n}\n\nText').meta).toEqual({
      title: 'A',
      socialTitle: 'B',
    });
  });
  test('returns an empty result for other texts', () => {
    expect(readSource('')).toBe(EMPTY_SOURCE);
    expect(readSource('just words')).toBe(EMPTY_SOURCE);
    expect(readSource('{ broken')).toBe(EMPTY_SOURCE);
  });
});

describe('problemsOf', () => {
  const problemsFor = (more: Partial<SeoInput>) =>
    problemsOf({
      meta,
      keyword: '',
      found: EMPTY_SOURCE,
      image: null,
      measure: () => (text) => text.length * 10,
      ...more,
    }).map((problem) => [problem.kind, 'tag' in problem ? problem.tag : 'part' in problem ? problem.part : '']);

  test('reports nothing for a good page', () =>
    expect(problemsFor({ found: readSource(frontMatterYaml(meta)) })).toEqual([]));
  test('reports nothing for an empty form, and a missing title', () => {
    const empty = { ...meta, title: '', description: '', url: '', image: '' };
    expect(problemsFor({ meta: empty })).toEqual([]);
    expect(problemsFor({ meta: { ...meta, title: ' ' } })).toEqual([['missing', 'title']]);
  });
  test('reports lengths, equal texts, capitals and missing keywords', () => {
    expect(problemsFor({ meta: { ...meta, title: 'T'.repeat(70), description: 'x'.repeat(70) } })).toEqual([
      ['cut', 'title'],
      ['cut', 'description'],
      ['shout', ''],
    ]);
    expect(problemsFor({ meta: { ...meta, title: 'Short', description: 'Short' } })).toEqual([
      ['sameText', ''],
      ['short', 'title'],
      ['short', 'description'],
    ]);
    expect(problemsFor({ keyword: 'restore' })).toEqual([['keyword', 'description']]);
  });
  test('takes only the rules of robots that hide a page for such', () => {
    const robots = (content: string) =>
      problemsFor({ found: readSource(`<meta name=robots content="${content}">`) }).some(
        ([kind]) => kind === 'noindex',
      );
    expect(['index, max-image-preview:none', 'nofollow', 'NoIndex', 'follow, none'].map(robots)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
  test('reports missing, duplicate, relative and contradictory tags', () => {
    const html = `<html lang=en><title>One</title><title>Two</title><meta name=viewport content=x>
      <meta name=robots content="noindex, follow"><link rel=canonical href=https://x.example/a>
      <meta property=og:url content=http://x.example/b><meta property=og:image content=/a.png>
      <meta property=og:title content=A><meta property=og:description content=B><meta property=og:type content=website>`;
    expect(problemsFor({ found: readSource(html) })).toEqual([
      ['relative', 'og:image'],
      ['duplicate', 'title'],
      ['insecure', 'og:url'],
      ['missing', 'twitter:card'],
      ['noindex', ''],
      ['differs', ''],
    ]);
  });
  test('reports pictures that are too small or of another aspect ratio', () => {
    const large = { ...meta, card: 'summary_large_image' as const };
    expect(problemsFor({ meta: large, image: { width: 1200, height: 630 } })).toEqual([]);
    expect(problemsFor({ meta: large, image: { width: 600, height: 600 } })).toEqual([
      ['imageSmall', ''],
      ['imageShape', ''],
    ]);
    expect(problemsFor({ image: { width: 600, height: 600 } })).toEqual([]);
  });
});
