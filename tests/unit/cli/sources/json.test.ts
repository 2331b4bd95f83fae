import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionAt } from '../../../../cli/sources/encoding.ts';
import { readJson } from '../../../../cli/sources/json.ts';

const errorOf = (text: string): string | null => {
  const { error } = readJson(text);
  if (!error) return null;
  const { line, column } = positionAt(text, error.offset);
  return `${line}:${column} ${error.message}`;
};

describe('readJson', () => {
  it('returns path, value, text and offset of every scalar, of duplicate keys too', () => {
    const text = '{\n  "a": { "b": "one", "list": ["x", { "y": 1.0 }] },\n  "c": "\\u00e9\\n", "c": null\n}\n';
    const { scalars, error } = readJson(text);
    expect(error).toBeNull();
    expect(scalars.map(({ path, value, source }) => [path, value, source])).toEqual([
      [['a', 'b'], 'one', '"one"'],
      [['a', 'list', 0], 'x', '"x"'],
      [['a', 'list', 1, 'y'], 1, '1.0'],
      [['c'], 'é\n', '"\\u00e9\\n"'],
      [['c'], null, 'null'],
    ]);
    expect(positionAt(text, scalars[3]?.offset ?? 0)).toEqual({ line: 3, column: 8 });
  });

  it('accepts what JSON.parse accepts', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'grapheme' }),
        fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
        fc.dictionary(fc.string(), tie('tree')),
        fc.array(tie('tree'), { maxLength: 4 }),
      ),
    }));
    type Path = readonly (string | number)[];
    const flatten = (value: unknown, path: Path): (readonly [Path, unknown])[] => {
      if (Array.isArray(value)) return value.flatMap((inner, index) => flatten(inner, [...path, index]));
      if (typeof value !== 'object' || value === null) return [[path, value]];
      return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...path, key]));
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), tree), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { scalars, error } = readJson(text);
        expect(error).toBeNull();
        expect(scalars.map(({ path, value }) => [path, value])).toEqual(flatten(JSON.parse(text), []));
        for (const { source, offset, value } of scalars) {
          expect(text.startsWith(source, offset)).toBe(true);
          expect(JSON.parse(source)).toBe(value);
        }
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const base = '{ "a": { "b": "text \\n", "c": ["x", "y"] }, "d": "é" }';
    fc.assert(
      fc.property(
        fc.nat(base.length),
        fc.nat(3),
        fc.constantFrom('', '"', '{', ',', '\\', ']', '\n', 'x'),
        (at, cut, put) => {
          const text = base.slice(0, at) + put + base.slice(at + cut);
          let parses = true;
          try {
            JSON.parse(text);
          } catch {
            parses = false;
          }
          expect(readJson(text).error === null, text).toBe(parses);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{\n  "a": "x"\n  "b": "y"\n}', '3:3 Expected a comma.'],
    ['{ "a": "x", }', '1:13 Expected a key in double quotes.'],
    ['["x" ', '1:6 Expected a comma or `]`, but the file ends.'],
    ['{ "a": "x\n" }', '1:8 This string is not closed.'],
    ['{ "a": "\\x" }', '1:8 This string contains an invalid escape sequence.'],
    ['{ "a": "\\u00g0" }', '1:8 This string contains an invalid escape sequence.'],
    ['{ "a": "\t" }', '1:8 This string contains a control character.'],
    ['{ "a" "x" }', '1:7 Expected a colon after the key.'],
    ['{ "a": }', '1:8 Expected a value.'],
    ['{ "a": "x"', '1:11 Expected a comma or `}`, but the file ends.'],
    ['', '1:1 Expected a value, but the file ends.'],
    ['{} "x"', '1:4 Expected the end of the file.'],
    ['{} x', '1:4 This is not JSON.'],
    ["{ 'a': 'x' }", '1:3 This is not JSON.'],
    ['{ "a": "x" } // why', '1:14 JSON has no comments.'],
  ])('reports the error of %j', (text, expected) => {
    expect(errorOf(text)).toBe(expected);
  });

  it('keeps the values before an error', () => {
    expect(readJson('{ "a": "x", "b": "y" "c": "z" }').scalars.map(({ value }) => value)).toEqual(['x', 'y']);
  });

  it('refuses deep nesting', () => {
    expect(errorOf('{"a":'.repeat(100_000))).toBe('1:201 More than 40 nested maps or lists.');
  });
});
