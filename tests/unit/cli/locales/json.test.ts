import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetInFile, placeOf, scanJson } from '../../../../cli/locales/json.ts';

const faultsOf = (text: string) =>
  scanJson(text, 'x').faults.map(
    (f) => `${placeOf(text, f.offset).line}:${placeOf(text, f.offset).column} ${f.message}`,
  );

describe('scanJson', () => {
  it('flattens objects and lists, with the place of each text', () => {
    const text = '{\n  "a": { "b": "one", "list": ["x", { "y": "z" }] },\n  "c": "\\u00e9\\n"\n}\n';
    const { leaves, faults } = scanJson(text, 'home');
    expect(faults).toEqual([]);
    expect(leaves.map(({ path, value }) => [path, value])).toEqual([
      ['home.a.b', 'one'],
      ['home.a.list.0', 'x'],
      ['home.a.list.1.y', 'z'],
      ['home.c', 'é\n'],
    ]);
    expect(leaves.map(({ offset }) => text[offset])).toEqual(['"', '"', '"', '"']);
    expect(placeOf(text, leaves[3]?.offset ?? 0)).toEqual({ line: 3, column: 8 });
  });

  it('reads what JSON.parse reads', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'grapheme' }),
        fc.dictionary(fc.string(), tie('tree')),
        fc.array(tie('tree'), { maxLength: 4 }),
      ),
    }));
    const flatten = (value: unknown, path: string): [string, string][] =>
      typeof value === 'string'
        ? [[path, value]]
        : Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, `${path}.${key}`));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), tree), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { leaves, faults } = scanJson(text, 'x');
        expect(faults).toEqual([]);
        expect(leaves.map((leaf) => [leaf.path, leaf.value])).toEqual(flatten(JSON.parse(text), 'x'));
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
            const value: unknown = JSON.parse(text);
            parses = typeof value === 'object' && value !== null && !Array.isArray(value);
          } catch {
            parses = false;
          }
          expect(scanJson(text, 'x').faults.some((f) => f.code === 'LOCALE_SYNTAX')).toBe(!parses);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{\n  "a": "x"\n  "b": "y"\n}', ['3:3 A comma or `}` must stand here.']],
    ['{ "a": "x", }', ['1:13 A key in double quotes must stand here.']],
    ['{ "a": "x\n" }', ['1:8 This text is not closed.']],
    ['{ "a": "\\x" }', ['1:8 This text has a broken escape.']],
    ['{ "a" "x" }', ['1:7 A colon must stand here, after the key.']],
    ['{ "a": "x"', ['1:11 A comma or `}` must stand here, but the file ends here.']],
    ['[]', ['1:1 The file must be a map of messages, in `{ }`.']],
    ['', ['1:1 The file must be a map of messages, in `{ }`, but the file ends here.']],
    ['{} x', ['1:4 There is text after the end of the JSON.']],
    [
      '{ "a": 1, "b": null, "c": [true] }',
      [
        '1:8 A message must be text, not `1`.',
        '1:16 A message must be text, not `null`.',
        '1:28 A message must be text, not `true`.',
      ],
    ],
  ])('tells of %j', (text, expected) => {
    expect(faultsOf(text)).toEqual(expected);
  });

  it('does not fall over deep nesting', () => {
    expect(faultsOf('{"a":'.repeat(100_000))[0]).toContain('too deep');
  });
});

describe('offsetInFile', () => {
  it('counts an escape as what it stands for', () => {
    const text = '{"a":"\\u00e9\\n{b"}';
    expect(text[offsetInFile(text, 5, 2)]).toBe('{');
  });
});
