/** `hovered`: opened by the pointer, closes when it leaves; `pinned`: opened by click or key, stays open. */
export type DropdownState = 'closed' | 'hovered' | 'pinned';

export type DropdownEvent = 'pointerEntered' | 'pointerLeft' | 'press' | 'dismiss';

/** The next state of a dropdown. A press on a menu that the pointer opened keeps it open. */
export const nextDropdown = (state: DropdownState, event: DropdownEvent): DropdownState => {
  switch (event) {
    case 'pointerEntered':
      return state === 'closed' ? 'hovered' : state;
    case 'pointerLeft':
      return state === 'hovered' ? 'closed' : state;
    case 'press':
      return state === 'pinned' ? 'closed' : 'pinned';
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
