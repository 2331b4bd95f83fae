import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../../../cli/content/frontmatter.ts';

function read(source: string) {
  const result = readFrontMatter(source, 'content/blog/a/en.md');
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemsOf(source: string) {
  const result = readFrontMatter(source, 'content/blog/a/en.md');
  return result.ok ? [] : result.problems;
}

describe('readFrontMatter', () => {
  it('separates front matter and body and returns the line of the body', () => {
    const { data, body, bodyLine } = read('---\ntitle: Grain\ndate: 2026-03-01\n---\n\n# Text\n');
    expect(data).toEqual({ title: 'Grain', date: '2026-03-01' });
    expect(body).toBe('\n# Text\n');
    expect(bodyLine).toBe(5);
  });

  it('accepts Windows line endings, a byte order mark and spaces after the fences', () => {
    const { data, body, bodyLine } = read('\ufeff--- \r\ntitle: Grain\r\ntags: [a, b]\r\n---  \r\nText\r\n');
    expect(data).toEqual({ title: 'Grain', tags: ['a', 'b'] });
    expect(body).toBe('Text\r\n');
    expect(bodyLine).toBe(5);
  });

  it('locates every key and value, whichever reader is used', () => {
    const locationsIn = (source: string) => {
      const { data, locate } = read(source);
      return Object.keys(data).flatMap((key) =>
        (['key', 'value'] as const).map((part) => `${locate([key], part).line}:${locate([key], part).column}`),
      );
    };
    expect(locationsIn('---\ntitle:   "Grain"\ntags: [a]\n---\n')).toEqual(['2:1', '2:10', '3:1', '3:7']);
    expect(locationsIn('---\ntitle:   "Grain" # quoted\ntags:\n  - a\n---\n')).toEqual(['2:1', '2:10', '3:1', '4:3']);
  });

  it('reads YAML that the fast path does not accept', () => {
    const { data } = read('---\ntitle: >-\n  Two\n  lines\nnested: { a: [1, 2.5] }\nquoted: "tab\\t"\n---\n');
    expect(data).toEqual({ title: 'Two lines', nested: { a: [1, 2.5] }, quoted: 'tab\t' });
  });

  it('allows empty front matter and an empty body', () => {
    expect(read('---\n---')).toMatchObject({ data: {}, body: '', bodyLine: 3 });
  });

  it('reports a file without front matter', () => {
    expect(problemsOf('# Text\n')).toMatchObject([{ code: 'CONTENT_FRONT_MATTER_MISSING', line: 1, column: 1 }]);
    expect(problemsOf('')).toMatchObject([{ code: 'CONTENT_FRONT_MATTER_MISSING' }]);
  });

  it('reports lines before the front matter', () => {
    expect(problemsOf('\n \n---\ntitle: Grain\n---\n')).toMatchObject([
      { code: 'CONTENT_FRONT_MATTER_LATE', message: 'The front matter begins in line 3.', line: 3, column: 1 },
    ]);
  });

  it('reports a missing closing line', () => {
    expect(problemsOf('---\ntitle: Grain\n\nText\n')).toMatchObject([
      { code: 'CONTENT_FRONT_MATTER_OPEN', file: 'content/blog/a/en.md', line: 1, column: 1 },
    ]);
  });

  it('reports the location of a YAML error', () => {
    expect(problemsOf('---\ntitle: "Grain\ndate: 2026-03-01\n---\n')).toMatchObject([
      { code: 'CONTENT_YAML', line: 2, column: 8 },
    ]);
    expect(problemsOf('---\ntitle: a: b\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 2, column: 8 }]);
    expect(problemsOf('---\ntitle: a\ntitle: b\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 3, column: 1 }]);
    expect(problemsOf('---\ntitle: *none\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 2 }]);
    expect(problemsOf('---\njust text\n---\n')).toMatchObject([{ code: 'CONTENT_YAML', line: 2, column: 1 }]);
  });
});
