import { describe, expect, it } from 'vitest';
import { compileFile, offsetInFile } from '../../../../cli/locales/files.ts';

const errorsOf = (text: string) => compileFile('x', text).errors.map(({ offset, message }) => `${offset} ${message}`);

describe('compileFile', () => {
  it('joins the file name and the path in the file to a key', () => {
    const { messages, errors } = compileFile('home', '{ "a": { "b": "one", "list": ["x", { "y": "z" }] }, "c": "d" }');
    expect(errors).toEqual([]);
    expect([...messages.keys()]).toEqual(['home.a.b', 'home.a.list.0', 'home.a.list.1.y', 'home.c']);
  });

  it.each([
    ['[]', ['0 The file must be a map of messages.']],
    [' ["x"]', ['0 The file must be a map of messages.']],
    ['', ['0 Expected a value, but the file ends.']],
    ['{ "a": "x" "b": "y" }', ['11 Expected a comma.']],
    ['{\n "a": { "b": "x" },\n "a": { "b": "y" } }', ['35 Duplicate key `x.a.b`; first defined at line 2.']],
    [
      '{ "a": 1.0, "b": null, "c": [true] }',
      [
        '7 A message must be text, not `1.0`.',
        '17 A message must be text, not `null`.',
        '29 A message must be text, not `true`.',
      ],
    ],
  ])('reports the errors of %j', (text, expected) => {
    expect(errorsOf(text)).toEqual(expected);
  });
});

describe('offsetInFile', () => {
  it('counts an escape sequence as the characters that it encodes', () => {
    const text = '{"a":"\\u00e9\\n{b"}';
    expect(text[offsetInFile(text, 5, 2)]).toBe('{');
  });
});
