import { describe, expect, test } from 'vitest';
import { addToast, removeToast, TOAST_MS, type Toast } from '../../../../site/ui/toast-state.ts';

const none: readonly Toast[] = [];

describe('toasts', () => {
  test('are shown for 2000 ms by default (specification 9)', () => expect(TOAST_MS).toBe(2000));

  test('appear one below the other, the newest last, each with its own id', () => {
    const two = addToast(addToast(none, { kind: 'info', text: 'a' }), { kind: 'error', text: 'b' });
    expect(two.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(new Set(two.map(({ id }) => id)).size).toBe(2);
  });

  test('show an equal message once, with a new id', () => {
    const first = addToast(none, { kind: 'success', text: 'Copied' });
    const again = addToast(first, { kind: 'success', text: 'Copied' });
    expect(again).toHaveLength(1);
    expect(again[0]?.id).not.toBe(first[0]?.id);
  });

  test('are limited in number', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].reduce((now, text) => addToast(now, { kind: 'info', text }), none);
    expect(many.map(({ text }) => text)).toEqual(['c', 'd', 'e']);
  });

  test('are removed by id', () => {
    const two = addToast(addToast(none, { kind: 'info', text: 'a' }), { kind: 'info', text: 'b' });
    expect(removeToast(two, two[0]?.id ?? 0).map(({ text }) => text)).toEqual(['b']);
  });
});
