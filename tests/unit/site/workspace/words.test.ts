import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOOL_ERRORS, type ToolError } from '../../../../site/engine/errors.ts';
import { unitsOf } from '../../../../site/workspace/units.ts';
import { actionOf } from '../../../../site/workspace/use-keys.ts';
import { type Say, wordsOf } from '../../../../site/workspace/words.ts';

const errors = JSON.parse(readFileSync('locales/en/errors.json', 'utf8'));
const units = unitsOf('en');

/** Inserts plain values; leaves plurals unchanged. */
const say: Say = (key, values = {}) => {
  const text = key
    .split('.')
    .slice(1)
    .reduce((at, part) => at?.[part], errors);
  if (typeof text !== 'string') throw new Error(`No message: ${key}`);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
};

const example = { text: 'x', number: 5_000_000, size: { width: 640, height: 480 } } as const;

test('every error has a message without missing values', () => {
  for (const [code, fields] of Object.entries(TOOL_ERRORS)) {
    const values = Object.entries(fields).map(([name, kind]) => [name, example[kind]]);
    const { title, text, suggestedSize } = wordsOf({ code, ...Object.fromEntries(values) } as ToolError, say, units);
    expect(`${title} ${text} ${suggestedSize?.label}`).not.toMatch(/\{\w+\}/);
  }
});

test('a rejection states the figures and the suggested size', () => {
  const error = {
    code: 'file.tooLarge',
    width: 12000,
    height: 9000,
    needed: 3_400_000_000,
    available: 2_000_000_000,
    suggestedSize: { width: 8000, height: 6000 },
  } as const;
  const words = wordsOf(error, say, units);
  expect(words.text).toContain('12,000 × 9,000');
  expect(words.text).toContain('3.4 GB');
  expect(words.suggestedSize).toEqual({ label: 'Work at 8000 × 6000', width: 8000, height: 6000 });
  expect(wordsOf({ ...error, suggestedSize: null }, say, units).suggestedSize).toBeNull();
});

test('the listed shortcuts work, and shortcuts of the browser are not overridden', () => {
  const press = (key: string, more = {}) =>
    actionOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
  expect(press('z', { metaKey: true })).toBe('undo');
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe('redo');
  expect(press('Enter', { ctrlKey: true })).toBe('generate');
  expect(press('Enter')).toBeNull();
  expect(press('?', { shiftKey: true })).toBe('sheet');
  expect(press('o', { ctrlKey: true })).toBeNull();
  expect(press('0', { ctrlKey: true })).toBeNull();
  expect(press('b', { altKey: true })).toBeNull();
  // German, French and Spanish keyboards type brackets with Alt.
  for (const more of [{}, { altKey: true }, { altKey: true, ctrlKey: true }]) expect(press('[', more)).toBe('smaller');
  expect(press(']', { altKey: true })).toBe('larger');
  expect(press('[', { metaKey: true })).toBeNull();
});
