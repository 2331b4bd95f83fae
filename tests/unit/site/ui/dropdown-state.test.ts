import { describe, expect, test } from 'vitest';
import { type DropdownEvent, nextDropdown, nextItem } from '../../../../site/ui/dropdown-state.ts';

const stateAfter = (...events: readonly DropdownEvent[]) => events.reduce(nextDropdown, 'closed');

describe('a dropdown (specification 4: opens on hover or on click, closes on outside click or scroll)', () => {
  test('opens on hover and closes when the pointer has left', () => {
    expect(stateAfter('pointerEntered')).toBe('hovered');
    expect(stateAfter('pointerEntered', 'pointerLeft')).toBe('closed');
  });
  test('stays open after a click, although the pointer leaves', () => {
    expect(stateAfter('pointerEntered', 'press', 'pointerLeft')).toBe('pinned');
    expect(stateAfter('press', 'pointerLeft')).toBe('pinned');
  });
  test('closes on a second click and on dismissal', () => {
    expect(stateAfter('press', 'press')).toBe('closed');
    expect(stateAfter('press', 'dismiss')).toBe('closed');
    expect(stateAfter('pointerEntered', 'dismiss')).toBe('closed');
  });
});

describe('arrow keys', () => {
  test('move through the items and wrap around', () => {
    expect(nextItem('ArrowDown', -1, 3)).toBe(0);
    expect(nextItem('ArrowDown', 2, 3)).toBe(0);
    expect(nextItem('ArrowUp', 0, 3)).toBe(2);
    expect(nextItem('ArrowUp', -1, 3)).toBe(2);
    expect(nextItem('Home', 1, 3)).toBe(0);
    expect(nextItem('End', 1, 3)).toBe(2);
  });
  test('ignore other keys and empty lists', () => {
    expect(nextItem('a', 0, 3)).toBeNull();
    expect(nextItem('ArrowDown', -1, 0)).toBeNull();
  });
});
