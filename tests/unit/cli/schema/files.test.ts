import { describe, expect, it } from 'vitest';
import { treeOf } from '../../../../cli/content/tree.ts';
import { entryFiles } from '../../../../cli/schema/files.ts';
import { readRecords } from '../../../../cli/schema/records.ts';

const codes = ['en', 'de', 'pt-br', 'es-419'];

describe('entryFiles', () => {
  it.each([
    ['content/blog', 'content/blog/light/de.md', { folder: 'light', locale: 'de' }],
    ['content/blog', 'content/blog/2026/light/pt-br.md', { folder: '2026/light', locale: 'pt-br' }],
    ['content/docs/**/*.md', 'content/docs/guide/install.md', { folder: 'guide/install', locale: null }],
    ['content/docs/**/*.md', 'content/docs/guide/install.de.md', { folder: 'guide/install', locale: 'de' }],
    ['content/docs/**/*.md', 'content/docs/install.es-419.md', { folder: 'install', locale: 'es-419' }],
    ['content/docs/**/*.md', 'content/docs/guide/index.md', { folder: 'guide', locale: null }],
    ['content/docs/**/*.md', 'content/docs/index.md', { folder: '', locale: null }],
    [
      'content/{locale}/docs/**/*.md',
      'content/pt-br/docs/guide/install.md',
      { folder: 'guide/install', locale: 'pt-br' },
    ],
    ['content/docs/**/{locale}.md', 'content/docs/guide/install/de.md', { folder: 'guide/install', locale: 'de' }],
    ['content/docs/*.{locale}.md', 'content/docs/install.de.md', { folder: 'install', locale: 'de' }],
    ['data/team.{locale}.json', 'data/team.de.json', { folder: 'team', locale: 'de' }],
    ['data/team.csv', 'data/team.csv', { folder: 'team', locale: null }],
  ])('finds in %s the entry of %s', (from, path, entry) => {
    expect(entryFiles(from, codes).entryOf(path)).toEqual(entry);
  });

  it.each([
    ['content/blog', 'content/blog/light/photo.jpg'],
    ['content/docs/*.md', 'content/docs/guide/install.md'],
    ['content/docs/**/*.md', 'content/docs2/install.md'],
    ['data/team.csv', 'data/teams.csv'],
    ['content/{locale}/docs/*.md', 'content/fr/docs/install.md'],
  ])('finds nothing in %s for %s', (from, path) => {
    expect(entryFiles(from, codes).entryOf(path)).toBe(null);
  });

  it('reports a text of a folder that is not named after a locale', () => {
    expect(entryFiles('content/blog', codes).entryOf('content/blog/light/notes-of-mine.md')).toBe('misplaced');
  });
});

describe('readRecords', () => {
  it('locates the cells of a table, also after quotes and lines in quotes', () => {
    const { records } = readRecords({
      file: 't.csv',
      text: 'id,note,n\na,"one, two",3\n\nb,"x\ny",4\nc,,5\n',
      isSingle: false,
    });
    const locations = records.map(({ id, locate }) => [id, locate(['n']).line, locate(['n']).column]);
    expect(locations).toEqual([
      ['a', 2, 14],
      ['b', 4, 1],
      ['c', 6, 4],
    ]);
  });

  it.each([';', '\t'])('reads a table that a spreadsheet wrote with %j between its columns', (delimiter) => {
    const text = `id,n,note\r\na,"1${delimiter}5",x\r\nb,2,y\r\n`.replaceAll(',', delimiter).replace('2', '2,5');
    const { records, problems } = readRecords({ file: 't.csv', text, isSingle: false });
    expect([records.map(({ id, data }) => [id, data]), problems]).toEqual([
      [
        ['a', { n: `1${delimiter}5`, note: 'x' }],
        ['b', { n: '2,5', note: 'y' }],
      ],
      [],
    ]);
    expect(records.map(({ locate }) => locate(['note']).column)).toEqual([9, 7]);
  });

  it('reports two columns of a table with the same name', () => {
    const { problems } = readRecords({ file: 't.csv', text: 'id,name,,name,\na,b,,c,\n', isSingle: false });
    expect(problems).toMatchObject([
      { code: 'DATA_SYNTAX', message: 'Two columns are named `name`.', line: 1, column: 10 },
    ]);
  });

  it('reports a table without ids, a row of another length, and JSON with a mistake, each at its line', () => {
    const problem = (file: string, text: string) => {
      const [first] = readRecords({ file, text, isSingle: false }).problems;
      return first && `${first.line} ${first.message}`;
    };
    expect(problem('t.csv', 'name\nAda\n')).toBe('1 The table has no column `id`.');
    expect(problem('t.csv', 'id,name\na\n')).toMatch(/^2 The table cannot be read: /);
    expect(problem('t.json', '[\n{ "id": "a" },\n]')).toMatch(/^3 /);
    expect(problem('t.yaml', '- just\n- words\n')).toBe('1 This item of the list is not a map of keys.');
  });
});

describe('the tree of entries', () => {
  it('sorts a folder without an entry by the first of those in it', () => {
    const entry = (slug: string, order: number | null) => ({ slug, order, title: slug });
    const names = treeOf([entry('z/a', 1), entry('b', 2), entry('a', null), entry('z/b', 9)]).map(({ name }) => name);
    expect(names).toEqual(['z', 'b', 'a']);
  });
});
