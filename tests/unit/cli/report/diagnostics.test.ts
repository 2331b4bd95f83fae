import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../cli/contract.ts';
import { formatDiagnostic, formatDiagnostics } from '../../../../cli/report/diagnostics.ts';

const problem = (over: Partial<Diagnostic>): Diagnostic => ({
  code: 'X_CODE',
  severity: 'error',
  message: 'It is wrong.',
  ...over,
});
const frameOf = (source: string, line: number, column: number) =>
  formatDiagnostic(problem({ file: 'a.yaml', line, column }), { source, color: false })
    .split('\n')
    .slice(2);

describe('formatDiagnostic', () => {
  it('shows code, location, message, two lines of context, caret and hint', () => {
    const source = 'one: 1\ntwo: 2\nthree: 3\nfour: 4\nfive: 5\nsix: 6\n';
    const text = formatDiagnostic(problem({ file: 'config/a.yaml', line: 3, column: 8, hint: 'Mend it.' }), {
      source,
      color: false,
    });
    expect(text).toBe(
      [
        'error X_CODE config/a.yaml:3:8',
        '  It is wrong.',
        '    1 | one: 1',
        '    2 | two: 2',
        '  > 3 | three: 3',
        '      |        ^',
        '    4 | four: 4',
        '    5 | five: 5',
        '  hint: Mend it.',
      ].join('\n'),
    );
  });

  it('needs no location, column, source or existing line', () => {
    expect(formatDiagnostic(problem({ severity: 'warning' }), { color: false })).toBe('warning X_CODE\n  It is wrong.');
    expect(formatDiagnostic(problem({ file: 'a' }), { source: 'x', color: false })).toBe(
      'error X_CODE a\n  It is wrong.',
    );
    expect(frameOf('x\n', 9, 1)).toEqual([]);
  });

  it('shows the available context of the first and the last line', () => {
    expect(frameOf('a\nb\n', 1, 1)).toEqual(['  > 1 | a', '      | ^', '    2 | b']);
    expect(frameOf('a\r\nb', 2, 2)).toEqual(['    1 | a', '  > 2 | b', '      |  ^']);
    const many = Array.from({ length: 12 }, (_, n) => `l${n + 1}`).join('\n');
    expect(frameOf(many, 9, 1)[0]).toBe('     7 | l7');
    expect(frameOf(many, 9, 1)[3]).toBe('       | ^');
  });

  it.each([
    ['\tkey: x', 7, '         ^'],
    ['a\tb', 3, '    ^'],
    ['名前: x', 5, '      ^'],
    ['한글: x', 5, '      ^'],
    ['ไทยที่: x', 9, '      ^'],
    ['"🎨": x', 6, '     ^'],
    ['e\u0301: x', 5, '   ^'],
  ])('aligns the caret with the columns of the terminal: %j', (source, column, caret) => {
    const [line, below] = frameOf(source, 1, column);
    expect(below?.slice(8)).toBe(caret);
    expect(line).not.toContain('\t');
  });

  it('cuts a long line to the part around the column', () => {
    const source = `{"a":"${'x'.repeat(5000)}","b":!}`;
    const [line = '', below = ''] = frameOf(source, 1, source.indexOf('!') + 1);
    expect(line.length).toBeLessThan(130);
    expect(line[below.indexOf('^')]).toBe('!');
  });

  it('replaces control characters of a file', () => {
    expect(frameOf('a\u001b[2Jb\u0007', 1, 1)[0]).toBe('  > 1 | a·[2Jb·');
  });

  it('has the same text with and without colour', () => {
    const one = problem({ file: 'a', line: 1, column: 2, hint: 'h' });
    const plain = formatDiagnostic(one, { source: 'abc', color: false });
    const colored = formatDiagnostic(one, { source: 'abc', color: true });
    expect(colored).not.toBe(plain);
    expect(stripVTControlCharacters(colored)).toBe(plain);
    expect(stripVTControlCharacters(formatDiagnostic(problem({}), { color: true }))).toBe(
      'error X_CODE\n  It is wrong.',
    );
  });
});

describe('formatDiagnostics', () => {
  it('orders by file, line and column, reads each file once, and counts', () => {
    const reads: string[] = [];
    const text = formatDiagnostics(
      [
        problem({ message: 'B.', file: 'b', line: 1, column: 1 }),
        problem({ message: 'A10.', file: 'a', line: 10, column: 1 }),
        problem({ message: 'A2b.', file: 'a', line: 2, column: 3, severity: 'warning' }),
        problem({ message: 'A2a.', file: 'a', line: 2, column: 1 }),
        problem({ message: 'Nowhere.' }),
      ],
      (file) => {
        reads.push(file);
        return undefined;
      },
      false,
    );
    expect(text.match(/\S+\.$/gm)).toEqual(['Nowhere.', 'A2a.', 'A2b.', 'A10.', 'B.']);
    expect(text.endsWith('\n\n4 errors, 1 warning')).toBe(true);
    expect(reads).toEqual(['a', 'b']);
  });

  it('returns an empty text without diagnostics', () => {
    expect(formatDiagnostics([], () => undefined, false)).toBe('');
    expect(formatDiagnostics([problem({ severity: 'warning' })], () => undefined, false)).toMatch(/\n\n1 warning$/);
  });
});
