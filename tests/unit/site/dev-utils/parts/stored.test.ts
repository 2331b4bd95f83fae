import { describe, expect, test } from 'vitest';
import { readStored, type StoredRules, writeStored } from '../../../../../site/dev-utils/parts/stored.ts';

type Settings = { readonly text: string; readonly format: 'a' | 'b'; readonly level: number; readonly on: boolean };
const rules: StoredRules<Settings> = {
  version: 2,
  initial: { text: '', format: 'a', level: 2, on: false },
  choices: { format: ['a', 'b'] },
};

describe('readStored', () => {
  test('restores what was written', () => {
    const value: Settings = { text: 'x\n"y"', format: 'b', level: 3, on: true };
    expect(readStored(writeStored(value, rules), rules)).toEqual(value);
  });
  test('returns the initial fields for missing, damaged or other versions of entries', () => {
    const older = writeStored({ ...rules.initial, text: 'old' }, { ...rules, version: 1 });
    for (const text of [null, '', '{', '[]', 'null', '{"version":2,"value":null}', older]) {
      expect(readStored(text, rules), String(text)).toEqual(rules.initial);
    }
  });
  test('accepts only known fields with valid types and choices', () => {
    const stored = { version: 2, value: { text: 'kept', format: 'c', level: '3', on: true, more: 1 } };
    expect(readStored(JSON.stringify(stored), rules)).toEqual({ text: 'kept', format: 'a', level: 2, on: true });
  });
});
