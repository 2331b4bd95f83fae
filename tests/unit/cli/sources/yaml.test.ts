import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../../cli/sources/yaml.ts';

const read = (text: string) => parseYaml('a.yaml', text);
const problemsOf = (text: string) => read(text).problems.map((p) => `${p.line}:${p.column} ${p.message}`);
const at = (text: string, path: readonly (string | number)[], part?: 'key' | 'value') => {
  const { line, column } = read(text).doc.locate(path, part);
  return `${line}:${column}`;
};

describe('parseYaml', () => {
  it('reads YAML 1.2', () => {
    expect(read('a: no\nb: 0o17\nc: 2026-01-02\nd: [1, true, null]\n').doc.data).toEqual({
      a: 'no',
      b: 15,
      c: '2026-01-02',
      d: [1, true, null],
    });
    expect(read('').doc.data).toBeNull();
  });

  it('locates values and keys', () => {
    const text = 'a:\n  - b: 1\n    c: { d: x }\n  - e:\n"f g": 2\n';
    expect(at(text, ['a', 0, 'c', 'd'])).toBe('3:13');
    expect(at(text, ['a', 0, 'c', 'd'], 'key')).toBe('3:10');
    expect(at(text, ['a', 1, 'e'])).toBe('4:5');
    expect(at(text, ['f g'])).toBe('5:8');
    expect(at(text, ['f g'], 'key')).toBe('5:1');
  });

  it('locates the nearest parent of a path that does not exist', () => {
    expect(at('a:\n  - b: 1\n', ['a', 0, 'missing', 'deeper'])).toBe('2:5');
    expect(at('', ['a'])).toBe('1:1');
  });

  it('follows aliases', () => {
    const text = 'a: &x { b: 1 }\nc: *x\n';
    expect(read(text).doc.data).toEqual({ a: { b: 1 }, c: { b: 1 } });
    expect(at(text, ['c', 'b'])).toBe('1:12');
  });

  it.each([
    ['a:\n\tb: 1\n', ['2:1 YAML does not allow a tab as indentation.']],
    ['a: 1\n---\nb: 1\n', ['2:1 The file contains more than one YAML document.']],
    ['a: b: c\nd: @x\n', ['1:4 ', '2:4 ']],
    ['a: *x\n', ['1:4 The alias `*x` has no anchor.']],
    ['a: &x [*x]\n', ['1:8 The alias `*x` is inside its own anchor.']],
    ['a: "x\nb: 1\n', ['1:4 ']],
    ["- a\n- 'x\n- 1\n", ['2:3 ']],
  ])('reports the errors of %j', (text, expected) => {
    const found = problemsOf(text);
    expect(found).toHaveLength(expected.length);
    for (const [index, beginning] of expected.entries()) expect(found[index]?.startsWith(beginning)).toBe(true);
    expect(read(text).doc.data).toBeUndefined();
    expect(read(text).problems.every((p) => p.hint && p.file === 'a.yaml' && p.severity === 'error')).toBe(true);
  });

  it('reports duplicate keys and keeps the last value', () => {
    expect(problemsOf('a: 1\nb: 2\na: 3\n')).toEqual(['3:1 This map already has this key.']);
    expect(read('a: 1\nb: 2\na: 3\n').doc.data).toEqual({ a: 3, b: 2 });
  });

  it('refuses aliases of aliases that fill memory', () => {
    const rows = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 9; n++)
      rows.push(
        `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
      );
    expect(problemsOf(rows.join('\n'))).toEqual(['1:1 The aliases of this file expand without bound.']);
  });
});
