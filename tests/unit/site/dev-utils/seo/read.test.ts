import { describe, expect, test } from 'vitest';
import { NOTHING_FOUND, type PageMeta } from '../../../../../site/dev-utils/seo/page.ts';
import { type Judged, problemsOf } from '../../../../../site/dev-utils/seo/problems.ts';
import { readSource } from '../../../../../site/dev-utils/seo/read.ts';
import { asFrontMatter, asHtml } from '../../../../../site/dev-utils/seo/write.ts';

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

describe('HTML', () => {
  test('gives back what was written', () => expect(readSource(asHtml(meta)).meta).toEqual({ ...meta }));
  test('is read in any order, case and quotes, without comments and scripts', () => {
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
  test('without a title takes the card’s', () => {
    expect(readSource('<meta property="og:title" content="Card">').meta.title).toBe('Card');
  });
});

describe('front matter', () => {
  test('gives back what was written', () => {
    const { siteName: _, card: __, ...kept } = meta;
    expect(readSource(asFrontMatter(meta)).meta).toEqual({ ...kept, socialTitle: undefined });
  });
  test('of YAML with blocks, comments, nested keys and lists', () => {
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
  test('of TOML and JSON', () => {
    expect(readSource('+++\ntitle = "A \\"b\\""\n[seo]\ndescription = \'c\'\n+++\n').meta).toEqual({
      title: 'A "b"',
      description: 'c',
    });
    expect(readSource('{\n  "title": "A",\n  "og": { "title": "B" }\n}\n\nText').meta).toEqual({
      title: 'A',
      socialTitle: 'B',
    });
  });
  test('of nothing is nothing', () => {
    expect(readSource('')).toBe(NOTHING_FOUND);
    expect(readSource('just words')).toBe(NOTHING_FOUND);
    expect(readSource('{ broken')).toBe(NOTHING_FOUND);
  });
});

describe('problems', () => {
  const judge = (more: Partial<Judged>) =>
    problemsOf({
      meta,
      keyword: '',
      found: NOTHING_FOUND,
      image: null,
      measure: () => (text) => text.length * 10,
      ...more,
    }).map((problem) => [problem.kind, 'tag' in problem ? problem.tag : 'part' in problem ? problem.part : '']);

  test('of a good page are none', () => expect(judge({ found: readSource(asFrontMatter(meta)) })).toEqual([]));
  test('of an empty form are none, of an empty title one', () => {
    const empty = { ...meta, title: '', description: '', url: '', image: '' };
    expect(judge({ meta: empty })).toEqual([]);
    expect(judge({ meta: { ...meta, title: ' ' } })).toEqual([['missing', 'title']]);
  });
  test('are lengths, repeated words, shouting, and words that are not there', () => {
    expect(judge({ meta: { ...meta, title: 'T'.repeat(70), description: 'x'.repeat(70) } })).toEqual([
      ['cut', 'title'],
      ['cut', 'description'],
      ['shout', ''],
    ]);
    expect(judge({ meta: { ...meta, title: 'Short', description: 'Short' } })).toEqual([
      ['sameText', ''],
      ['short', 'title'],
      ['short', 'description'],
    ]);
    expect(judge({ keyword: 'restore' })).toEqual([['keyword', 'description']]);
  });
  test('are tags that are missing, twice there, relative or at odds', () => {
    const html = `<html lang=en><title>One</title><title>Two</title><meta name=viewport content=x>
      <meta name=robots content="noindex, follow"><link rel=canonical href=https://x.example/a>
      <meta property=og:url content=http://x.example/b><meta property=og:image content=/a.png>
      <meta property=og:title content=A><meta property=og:description content=B><meta property=og:type content=website>`;
    expect(judge({ found: readSource(html) })).toEqual([
      ['relative', 'og:image'],
      ['duplicate', 'title'],
      ['insecure', 'og:url'],
      ['missing', 'twitter:card'],
      ['noindex', ''],
      ['differs', ''],
    ]);
  });
  test('are pictures that are small or of another shape', () => {
    const large = { ...meta, card: 'summary_large_image' as const };
    expect(judge({ meta: large, image: { width: 1200, height: 630 } })).toEqual([]);
    expect(judge({ meta: large, image: { width: 600, height: 600 } })).toEqual([
      ['imageSmall', ''],
      ['imageShape', ''],
    ]);
    expect(judge({ image: { width: 600, height: 600 } })).toEqual([]);
  });
});
