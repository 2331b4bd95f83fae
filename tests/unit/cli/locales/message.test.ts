import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMessage } from '../../../../cli/locales/message.ts';

const messageOf = (text: string) => {
  const result = compileMessage(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.message;
};
const errorOf = (text: string) => {
  const result = compileMessage(text);
  return result.ok ? null : `${result.error.offset} ${result.error.message}`;
};

describe('compileMessage', () => {
  it.each([
    ['', ''],
    ["It's 5 < 6 # and } that's it", "It's 5 < 6 # and } that's it"],
    ["It''s '{here}'", "It's {here}"],
    ['{name}, welcome', [['arg', 'name'], ', welcome']],
    ['a <b>c {d}</b>', ['a ', ['tag', 'b', ['c ', ['arg', 'd']]]]],
    [
      '{n, plural, offset:1 =0 {none} one {# x} other {# y}}',
      [['plural', 'n', 1, { '=0': 'none', one: [['#'], ' x'], other: [['#'], ' y'] }]],
    ],
    ['{n, selectordinal, one {#st} other {#th}}', [['ordinal', 'n', 0, { one: [['#'], 'st'], other: [['#'], 'th'] }]]],
    ['{s, select, a {A} other {{n, number}}}', [['select', 's', { a: 'A', other: [['number', 'n', {}]] }]]],
    ['{n, number, integer}', [['number', 'n', { maximumFractionDigits: 0 }]]],
    ['{n, number, percent}', [['number', 'n', { style: 'percent' }]]],
    ['{n, number, ::currency/EUR}', [['number', 'n', { style: 'currency', currency: 'EUR' }]]],
    ['{n, number, ::compact-short}', [['number', 'n', { notation: 'compact', compactDisplay: 'short' }]]],
    ['{d, date}', [['date', 'd', { dateStyle: 'medium' }]]],
    ['{d, date, long}', [['date', 'd', { dateStyle: 'long' }]]],
    ['{d, time, short}', [['time', 'd', { timeStyle: 'short' }]]],
    ['{d, date, ::yMMMd}', [['date', 'd', { year: 'numeric', month: 'short', day: 'numeric' }]]],
    ['{d, time, ::jmm}', [['time', 'd', { hour: 'numeric', minute: '2-digit' }]]],
  ])('compiles %s', (text, expected) => {
    expect(messageOf(text)).toEqual(expected);
    expect(JSON.parse(JSON.stringify(messageOf(text)))).toEqual(expected);
  });

  it('gives what the parser gives for text with placeholders', () => {
    const piece = fc.constantFrom(
      '{a}',
      '{b_1}',
      '{_}',
      '{1a}',
      '{ a }',
      '{é}',
      '}',
      "'",
      "''",
      '#',
      '<',
      '>',
      ' ',
      'x',
      '\n',
      '语',
    );
    let compared = 0;
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const text = `${pieces.join('')} `;
        const compiled = compileMessage(text);
        if (!compiled.ok || typeof compiled.message === 'string') return;
        // A number makes the parser read the whole text.
        const parsed = compileMessage(`${text}{n, number}`);
        if (!parsed.ok || typeof parsed.message === 'string') throw new Error(text);
        // An open quotation takes the number in.
        if (!Array.isArray(parsed.message.at(-1))) return;
        expect(parsed.message.slice(0, -1)).toEqual(compiled.message);
        compared++;
      }),
      { numRuns: 5000, seed: 7 },
    );
    expect(compared).toBeGreaterThan(1000);
  });

  it('returns options that Intl accepts', () => {
    const [, part] = messageOf('x {n, number, ::currency/EUR}') as [
      string,
      readonly [string, string, Intl.NumberFormatOptions],
    ];
    expect(new Intl.NumberFormat('de-DE', part[2]).format(2.5)).toBe('2,50\u00a0€');
    const [, time] = messageOf('x {d, time, ::jmm}') as [string, readonly [string, string, Intl.DateTimeFormatOptions]];
    const at = new Date('2026-03-01T15:04:00Z');
    const format = (language: string) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...time[2] }).format(at);
    expect(format('de')).toBe('15:04');
    expect(format('en-US')).toMatch(/^3:04\sPM$/);
  });

  it.each([
    ['{name', '0 A placeholder is not closed.'],
    ['a {}', '2 A placeholder has no name.'],
    ['{a b}', '0 A placeholder has an invalid name.'],
    ['{a, foo}', '4 A placeholder has an unknown type.'],
    ['{n, plural, one {x}}', '19 A plural or select has no case `other`.'],
    ['<b>x', '0 A tag is not closed.'],
    ['a<br/>b', '1 A tag has no closing tag.'],
    ['<a href="x">y</a>', '0 A tag is not of the form `<name>`.'],
    ['{n, number, currency}', '0 `{n, number}` has the unknown style `currency`.'],
    ['{n, number, ::foo}', '0 `{n, number}` has the unknown skeleton `foo`.'],
    ['{n, number, ::percent scale/100}', '0 `{n, number}` has a scale, which `Intl` does not support.'],
    ['{d, date, tiny}', '0 `{d, date}` has the unknown style `tiny`.'],
  ])('refuses %s', (text, expected) => {
    expect(errorOf(text)).toBe(expected);
  });

  it('refuses a date pattern that Intl does not support', () => {
    expect(errorOf('{d, date, ::YYYY}')).toContain('not');
  });
});
