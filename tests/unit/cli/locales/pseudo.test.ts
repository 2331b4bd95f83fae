import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../cli/contract.ts';
import { compileMessage } from '../../../../cli/locales/message.ts';
import { pseudoMessage } from '../../../../cli/locales/pseudo.ts';

const pseudo = (text: string): Message => {
  const compiled = compileMessage(text);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return pseudoMessage(compiled.message);
};

describe('a message of the pseudo-locale', () => {
  it('is accented, longer, and between brackets', () => {
    const [start, text, end] = pseudo('Remove the background of a picture') as readonly string[];
    expect([start, end]).toEqual(['⟦', '⟧']);
    expect(text).toMatch(/^Ŕ[éɱóṽ]+ ţĥ[é]+ /);
    expect(text?.length).toBeGreaterThan('Remove the background of a picture'.length * 1.25);
    expect(text).not.toMatch(/[a-z]/i);
  });

  it('keeps placeholders, plurals, choices and tags', () => {
    expect(pseudo('Hi {name}')).toEqual(['⟦', 'Ĥí ', ['arg', 'name'], '⟧']);
    expect(pseudo('<b>Bed</b>')).toEqual(['⟦', ['tag', 'b', 'Ɓéđ'], '⟧']);
    expect(pseudo('{n, plural, one {# dot} other {# dots}}')).toEqual([
      '⟦',
      ['plural', 'n', 0, { one: [['#'], ' đóóţ'], other: [['#'], ' đóóţš'] }],
      '⟧',
    ]);
    expect(pseudo('{kind, select, a {cat} other {}}')).toEqual(['⟦', ['select', 'kind', { a: 'ćáţ', other: '' }], '⟧']);
  });

  it('is empty where the message is', () => {
    expect(pseudoMessage('')).toBe('');
  });
});
