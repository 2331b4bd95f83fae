import { expect, test } from 'vitest';
import { actionOf, isCharacterKey } from '../../../../site/workspace/use-keys.ts';

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('every shortcut without Control is a character key that can be disabled, except Escape', () => {
  const keys = ['o', 'O', '+', '=', '-', '−', '0', '1', 'b', 'E', '?', '[', ']'];
  for (const key of keys) {
    expect(actionOf(pressed(key))).not.toBeNull();
    expect(isCharacterKey(pressed(key))).toBe(true);
  }
  expect(isCharacterKey(pressed('h'))).toBe(true);
  // Keyboards that type brackets with Alt or AltGr.
  for (const held of [{ altKey: true }, { altKey: true, ctrlKey: true }])
    expect(isCharacterKey(pressed('[', held))).toBe(true);
});

test('combinations and named keys are no character keys', () => {
  expect(isCharacterKey(pressed('z', { ctrlKey: true }))).toBe(false);
  expect(isCharacterKey(pressed('s', { metaKey: true }))).toBe(false);
  for (const key of ['Escape', 'Enter', 'ArrowLeft', ' ', 'Tab', 'F1'])
    expect(isCharacterKey(pressed(key))).toBe(false);
});
