import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHaveDirectives } from '../../../../../cli/content/markdown/directives.ts';
import { parsersAgree } from '../../../../../cli/content/markdown/parse.ts';
import { remark, same, satteri } from './parsers.ts';
import { plainTree } from './trees.ts';

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
  it.each(differences)('is false for %j, for which the trees differ', (markdown) => {
    expect(same(markdown)).toBe(false);
    expect(parsersAgree(markdown)).toBe(false);
  });

  it('is true only for random documents with equal trees', () => {
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

  it('is true for ordinary prose', () => {
    const prose = [
      'Text with **bold**, *italic*, `code`, [a link](/blog/a) and https://example.org/a.',
      '![Alt](./one.jpg "Title")\n\n> A quote\n>\n> of two paragraphs\n\n- one\n- two\n',
      '| a | b |\n| --- | ---: |\n| 1 | 2 |\n\n```ts\nconst a: Map<string, number> = b;\n```\n\nNote[^1].\n\n[^1]: Here.\n[^2]: “There”.\n',
    ];
    expect(prose.map(parsersAgree)).toEqual([true, true, true]);
  });
});

describe('the content of this repository', () => {
  it('has the same tree from both parsers for every text that satteri gets', () => {
    const root = fileURLToPath(new URL('../../../../../content/', import.meta.url));
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    const bodies = files.map((file) => readFileSync(root + file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''));
    const differing = files.filter((_, index) => {
      const body = bodies[index]!;
      return !mayHaveDirectives(body, []) && parsersAgree(body) && !same(body);
    });
    expect(differing).toEqual([]);
  });
});
