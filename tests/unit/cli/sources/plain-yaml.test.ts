import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPlainYaml } from '../../../../cli/sources/plain-yaml.ts';
import { parseYaml } from '../../../../cli/sources/yaml.ts';

describe('readPlainYaml', () => {
  const value = fc.oneof(
    fc.constantFrom(
      ...[
        '',
        'true',
        'False',
        'null',
        '~',
        '12',
        '007',
        '1.5',
        '1e3',
        '0x1F',
        '0o7',
        '.5',
        '-3',
        '2026-03-01',
        '1_000',
      ],
      ...[
        '2026-03-01T10:00:00Z',
        'a: b',
        'a:',
        'a #b',
        'a#b',
        '#',
        '"a"',
        "'it''s'",
        '"a\\n"',
        '"a',
        'a"b',
        '*a',
        '&a b',
      ],
      ...[
        '[a, b]',
        '[1, "b c"]',
        '["a, b", c]',
        '[a',
        '[]',
        '[ ]',
        '[a,]',
        '[a, [b]]',
        '{a: b}',
        '| x',
        '> x',
        '!!str 1',
      ],
      ...[
        'yes',
        'no',
        'on',
        'é è',
        '中文',
        '😀 a',
        'ไทย',
        'a  b',
        'Yes, and: no',
        "don't",
        '- a',
        '? a',
        '%a',
        '@a',
        '`a`',
        './a.svg',
        '../a',
        '/a',
        '.a',
        '..',
        '.inf',
        '[./a, /b]',
      ],
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'ab1:#-"\'[],{} ./\\é中'), maxLength: 10 }),
  );
  const key = fc.oneof(
    fc.constantFrom('title', 'date', 'tags', 'a-b', 'null', 'True', 'x1', 'constructor'),
    fc.string({ unit: fc.constantFrom(...'ab1_-:'), minLength: 1, maxLength: 4 }),
  );
  const line = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(key, fc.constantFrom(': ', ':  ', ':', ' : '), value).map((p) => p.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('', '# comment', '  indented', '- item', '   ', '...', '---') },
  );
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 2 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, end]) => lines.map((l) => l + end).join(''));

  it('equals the yaml package on every text that it accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(text, (yaml) => {
        const plain = readPlainYaml(yaml);
        if (plain === null) return;
        accepted++;
        expect(plain.data).toEqual(parse(yaml, { schema: 'core' }));
        // A flow map at the end makes the fast path give up and moves nothing.
        const slow = parseYaml('a', `${yaml}zz: { a: b }\n`).doc;
        for (const key of [...Object.keys(plain.data), 'missing']) {
          for (const part of ['key', 'value'] as const) {
            const { line, column } = slow.locate([key], part);
            expect(plain.positionOf(key, part)).toEqual({ line, column });
          }
        }
      }),
      { numRuns: 6000, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(400);
  });

  it('accepts the front matter that posts have', () => {
    const yaml =
      'title: "A: b"\ndescription: It\'s plain, and long.\ndate: 2026-03-01\ntags: [photo, "two words"]\ndraft: false\ncover: ./cover.svg\n';
    expect(readPlainYaml(yaml)?.data).toEqual({
      title: 'A: b',
      description: "It's plain, and long.",
      date: '2026-03-01',
      tags: ['photo', 'two words'],
      draft: false,
      cover: './cover.svg',
    });
  });
});
