import { describe, expect, it } from 'vitest';
import { readEntry } from '../../../../cli/content/entry.ts';
import { type EntrySchema, entrySchema, type FieldRules } from '../../../../cli/schema/fields.ts';

const blogOf = (fields: FieldRules): EntrySchema => entrySchema({ fields, required: ['title', 'description', 'date'] });

const schema = blogOf({
  coverAlt: { type: 'string' },
  level: { type: 'number', required: true },
  gallery: { type: 'list' },
});

function entry(source: string, more: { slug?: string; schema?: EntrySchema } = {}) {
  const input = { file: 'content/blog/grain/de.md', locale: 'de', origin: { hash: 'h1' }, source };
  return readEntry({ ...input, slug: more.slug ?? 'grain' }, more.schema ?? blogOf({}));
}

function entryOf(source: string, more: { slug?: string; schema?: EntrySchema } = {}) {
  const result = entry(source, more);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemsOf(source: string, more: { slug?: string; schema?: EntrySchema } = {}) {
  const result = entry(source, more);
  return result.ok ? result.warnings : result.problems;
}

const minimal = 'title: Grain\ndescription: About grain.\ndate: 2026-03-01\n';

describe('readEntry', () => {
  it('reads every field', () => {
    const source = `---\n${minimal}updated: 2026-04-02\ntags: [film, noise, film]\nauthor: Ada\ncover: ./grain.jpg\ndraft: true\ncoverAlt: Grain\nlevel: 3\n---\n\nOne two.\n`;
    expect(entryOf(source, { schema })).toMatchObject({
      slug: 'grain',
      locale: 'de',
      file: 'content/blog/grain/de.md',
      hash: 'h1',
      title: 'Grain',
      description: 'About grain.',
      date: '2026-03-01',
      updated: '2026-04-02',
      tags: ['film', 'noise'],
      author: 'Ada',
      cover: './grain.jpg',
      draft: true,
      words: 2,
      minutes: 1,
      fields: { coverAlt: 'Grain', level: 3 },
    });
  });

  it('returns defaults for missing optional fields', () => {
    expect(entryOf(`---\n${minimal}author:\n---\n`)).toMatchObject({
      updated: null,
      tags: [],
      author: null,
      cover: null,
      draft: false,
      fields: {},
    });
  });

  it('reports all problems of a file at once, each at its line and column', () => {
    const source = '---\ntitle: 12\ndate: 2026-02-30\ntags: film\ndraft: maybe\ncolour: red\nlevel: high\n---\n';
    expect(problemsOf(source, { schema }).map((p) => [p.code, p.line, p.column, p.message])).toEqual([
      ['CONTENT_MISSING_KEY', 1, 1, 'The front matter has no `description`.'],
      ['CONTENT_WRONG_TYPE', 2, 8, '`title` must be text, not 12.'],
      ['CONTENT_INVALID_DATE', 3, 7, '`date` is not a date of the calendar: 2026-02-30.'],
      ['CONTENT_WRONG_TYPE', 4, 7, '`tags` must be a list, not "film".'],
      ['CONTENT_WRONG_TYPE', 5, 8, '`draft` must be true or false, not "maybe".'],
      ['CONTENT_UNKNOWN_KEY', 6, 1, 'Unknown key `colour` in the front matter.'],
      ['CONTENT_WRONG_TYPE', 7, 8, '`level` must be a number, not "high".'],
    ]);
  });

  it('suggests the similar key for an unknown one, and does not report that key as missing', () => {
    expect(problemsOf('---\ntittle: Grain\ndescription: A\ndate: 2026-03-01\n---\n')).toMatchObject([
      { code: 'CONTENT_UNKNOWN_KEY', hint: 'Did you mean `title`?', line: 2, column: 1 },
    ]);
  });

  it.each(['01.03.2026', '2026-3-1', '2026-03-01T10:00:00Z', '20260301'])('refuses %s as a date', (date) => {
    expect(problemsOf(`---\ntitle: A\ndescription: B\ndate: ${date}\n---\n`)).toMatchObject([
      { code: 'CONTENT_INVALID_DATE', line: 4, column: 7, hint: 'Write year, month and day: `2026-03-01`.' },
    ]);
  });

  it('accepts 29 February in leap years only', () => {
    const dated = (date: string) => problemsOf(`---\ntitle: A\ndescription: B\ndate: ${date}\n---\n`).length;
    expect(['2024-02-29', '2000-02-29', '2023-02-29', '1900-02-29', '2026-13-01', '2026-04-31'].map(dated)).toEqual([
      0, 0, 1, 1, 1, 1,
    ]);
  });

  it('shows how to write a list with one item, or a number in a list', () => {
    expect(problemsOf(`---\n${minimal}tags: film\n---\n`)[0]?.hint).toBe('Write `tags: [film]`.');
    expect(problemsOf(`---\n${minimal}tags: [2026]\n---\n`)[0]?.hint).toBe('Put it in quotes: `"2026"`.');
  });

  it('refuses empty texts', () => {
    const [title, author] = problemsOf(`---\ntitle: ""\ndescription: B\ndate: 2026-03-01\nauthor: " "\n---\n`);
    expect(title).toMatchObject({ code: 'CONTENT_WRONG_TYPE', line: 2, message: '`title` is empty.' });
    expect(author).toMatchObject({ line: 5 });
    expect(problemsOf(`---\ntitle:\ndescription: B\ndate: 2026-03-01\n---\n`)).toMatchObject([
      { message: '`title` is empty.', hint: 'Add a value, or remove the line.', line: 2 },
    ]);
  });

  it('lets the front matter override the slug of the folder', () => {
    expect(entryOf(`---\n${minimal}slug: film-grain\n---\n`)).toMatchObject({
      slug: 'film-grain',
    });
    expect(entryOf(`---\n${minimal}slug: 写真-入門\n---\n`).slug).toBe('写真-入門');
    expect(problemsOf(`---\n${minimal}slug: Film Grain\n---\n`)).toMatchObject([
      { code: 'CONTENT_INVALID_SLUG', line: 5, column: 7 },
    ]);
    expect(entryOf(`---\n${minimal}slug: film-grain\n---\n`, { slug: 'Film Grain' }).slug).toBe('film-grain');
    expect(problemsOf(`---\n${minimal}---\n`, { slug: 'Film Grain' })).toMatchObject([
      { code: 'CONTENT_INVALID_SLUG' },
    ]);
  });

  it('warns if the date of the update is before that of the entry', () => {
    const source = `---\n${minimal}updated: 2025-01-01\n---\n`;
    expect(entry(source).ok).toBe(true);
    expect(problemsOf(source)).toMatchObject([{ severity: 'warning', code: 'CONTENT_UPDATED_BEFORE_DATE', line: 5 }]);
  });

  it('returns the errors of the front matter as a whole', () => {
    expect(problemsOf('# Text')).toMatchObject([{ code: 'CONTENT_FRONT_MATTER_MISSING' }]);
    expect(problemsOf('---\ntitle: [a\n---\n')[0]).toMatchObject({ code: 'CONTENT_YAML' });
  });
});
