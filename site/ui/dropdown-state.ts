/** `hover`: opened by the pointer, closes when it leaves; `held`: opened by click or key, stays. */
export type DropdownState = 'closed' | 'hover' | 'held';

export type DropdownEvent = 'enter' | 'left' | 'press' | 'dismiss';

/** The next state of a dropdown. A press on a menu that the pointer opened keeps it open. */
export const nextDropdown = (state: DropdownState, event: DropdownEvent): DropdownState => {
  switch (event) {
    case 'enter':
      return state === 'closed' ? 'hover' : state;
    case 'left':
      return state === 'hover' ? 'closed' : state;
    case 'press':
      return state === 'held' ? 'closed' : 'held';
    case 'dismiss':
      return 'closed';
  }
};

/** Index that an arrow key, Home or End leads to among `count` items; null for any other key. */
export const nextItem = (key: string, from: number, count: number): number | null => {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowUp':
      return (Math.max(from, 0) + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};
