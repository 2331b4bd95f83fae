import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readFrontMatter } from '../../../../cli/content/frontmatter.ts';
import { readSimpleYaml } from '../../../../cli/content/simple-yaml.ts';
import { readYaml } from '../../../../cli/content/yaml.ts';

function read(source: string) {
  const result = readFrontMatter(source, 'content/blog/a/en.md');
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemsOf(source: string) {
  const result = readFrontMatter(source, 'content/blog/a/en.md');
  return result.ok ? [] : result.problems;
}

const dataOf = (fields: readonly { key: string; value: unknown }[]) =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]));

describe('readFrontMatter', () => {
  it('separates front matter and body and says where the body starts', () => {
    const { fields, body, bodyLine } = read('---\ntitle: Grain\ndate: 2026-03-01\n---\n\n# Text\n');
    expect(dataOf(fields)).toEqual({ title: 'Grain', date: '2026-03-01' });
    expect(body).toBe('\n# Text\n');
    expect(bodyLine).toBe(5);
  });

  it('takes Windows line endings, a byte order mark and spaces after the fences', () => {
    const { fields, body, bodyLine } = read('\ufeff--- \r\ntitle: Grain\r\ntags: [a, b]\r\n---  \r\nText\r\n');
    expect(dataOf(fields)).toEqual({ title: 'Grain', tags: ['a', 'b'] });
    expect(body).toBe('Text\r\n');
    expect(bodyLine).toBe(5);
  });

  it('knows line and column of every key and value, whichever reader is used', () => {
    const simple = read('---\ntitle:   "Grain"\ntags: [a]\n---\n').fields;
    const library = read('---\ntitle:   "Grain" # quoted\ntags:\n  - a\n---\n').fields;
    expect(simple.map((f) => [f.keyAt, f.valueAt])).toEqual([
      [
        { line: 2, column: 1 },
        { line: 2, column: 10 },
      ],
      [
        { line: 3, column: 1 },
        { line: 3, column: 7 },
      ],
    ]);
    expect(library.map((f) => [f.keyAt, f.valueAt])).toEqual([
      [
        { line: 2, column: 1 },
        { line: 2, column: 10 },
      ],
      [
        { line: 3, column: 1 },
        { line: 4, column: 3 },
      ],
    ]);
  });

  it('reads what YAML can say and the fast path does not', () => {
    const { fields } = read('---\ntitle: >-\n  Two\n  lines\nnested: { a: [1, 2.5] }\nquoted: "tab\\t"\n---\n');
    expect(dataOf(fields)).toEqual({ title: 'Two lines', nested: { a: [1, 2.5] }, quoted: 'tab\t' });
  });

  it('allows empty front matter and an empty body', () => {
    expect(read('---\n---')).toEqual({ fields: [], body: '', bodyLine: 3 });
  });

  it('reports a file without front matter', () => {
    expect(problemsOf('# Text\n')).toMatchObject([{ code: 'CONTENT_FRONT_MATTER_MISSING', line: 1, column: 1 }]);
    expect(problemsOf('')).toMatchObject([{ code: 'CONTENT_FRONT_MATTER_MISSING' }]);
  });

  it('reports a missing closing line', () => {
    expect(problemsOf('---\ntitle: Grain\n\nText\n')).toMatchObject([
      { code: 'CONTENT_FRONT_MATTER_OPEN', file: 'content/blog/a/en.md', line: 1, column: 1 },
    ]);
  });

  it('reports broken YAML where the library found it', () => {
    expect(problemsOf('---\ntitle: "Grain\ndate: 2026-03-01\n---\n')).toMatchObject([
      { code: 'CONTENT_YAML', line: 4 },
    ]);
    expect(problemsOf('---\ntitle: a: b\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 2, column: 8 }]);
    expect(problemsOf('---\ntitle: a\ntitle: b\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 3, column: 1 }]);
    expect(problemsOf('---\ntitle: *none\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 2 }]);
    expect(problemsOf('---\njust text\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 2, column: 1 }]);
  });
});

describe('readSimpleYaml', () => {
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
      ],
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'ab1:#-"\'[],{} .\\é中'), maxLength: 10 }),
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
    .tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, end]) => lines.map((l) => l + end).join(''));

  it('equals the yaml library on everything that it accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(text, (yaml) => {
        const simple = readSimpleYaml(yaml, 2);
        if (simple === null) return;
        accepted++;
        expect(dataOf(simple)).toEqual(parse(yaml, { schema: 'core' }) ?? {});
        const library = readYaml(yaml, { file: 'a', line: 2 });
        expect(library).toMatchObject({ ok: true, value: simple });
      }),
      { numRuns: 4000, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(400);
  });

  it('accepts the front matter that posts have', () => {
    const yaml =
      'title: "A: b"\ndescription: It\'s plain, and long.\ndate: 2026-03-01\ntags: [photo, "two words"]\ndraft: false\n';
    expect(dataOf(readSimpleYaml(yaml, 2) ?? [])).toEqual({
      title: 'A: b',
      description: "It's plain, and long.",
      date: '2026-03-01',
      tags: ['photo', 'two words'],
      draft: false,
    });
  });
});
