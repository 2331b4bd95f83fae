/** The value of `history.state` that the runtime stores: what its position is stored by. */
export type EntryState = { readonly key: string };

type Position = {
  readonly scroll: { readonly left: number; readonly top: number };
  /** Index of the focused element among all focusable ones; -1 for none. */
  readonly focus: number;
};

/** Key in `sessionStorage` of the positions by history entry. */
const positionsKey = 'sitegen:positions';

const focusable = 'a[href],button,input,select,textarea,summary,[tabindex]:not([tabindex^="-"])';

export type ScrollPositions = {
  /** Saves scroll position and focus of the current history entry. Call it before adding an entry. */
  readonly save: () => void;
  /** Saves them for the entry that the browser has just left, and makes `next` the current one. */
  readonly leave: (next: EntryState | null) => void;
  /** Makes a new history entry the current one and returns its state. */
  readonly enter: () => EntryState;
  /**
   * Restores the saved position and focus of the current entry. If there is none, scrolls to the fragment or the top.
   */
  readonly restore: () => void;
  /** Scrolls to the fragment or the top, and moves the focus to the new content unless the page has set it. */
  readonly arrive: (focusedBefore: Element | null) => void;
};

/**
 * Creates a store of scroll positions and focus by history entry, which a reload keeps. While the page is shown, the
 * browser must not scroll by itself: it would before the page of the entry is shown.
 */
export function createScrollPositions(): ScrollPositions {
  const positions = storedPositions();
  let count = 0;
  const newKey = () => `${Date.now().toString(36)}-${count++}`;
  let key = (history.state as EntryState | null)?.key ?? newKey();
  /** Whether the page of the current entry is not shown yet: scroll position and focus are still those of another. */
  let isPending = false;
  const keepBrowserFromScrolling = () => {
    history.scrollRestoration = 'manual';
  };
  addEventListener('pageshow', keepBrowserFromScrolling);
  addEventListener('pagehide', () => {
    if (!isPending) history.scrollRestoration = 'auto';
    keepPosition();
    storePositions(positions);
  });

  const keepPosition = () => {
    if (isPending) return;
    positions.set(key, {
      scroll: { left: scrollX, top: scrollY },
      focus: [...document.querySelectorAll(focusable)].indexOf(document.activeElement as Element),
    });
  };
  const scrollToHashOrTop = () => {
    const target = hashTarget();
    if (target) target.scrollIntoView({ behavior: 'instant' });
    else scrollTo({ left: 0, top: 0, behavior: 'instant' });
    return target;
  };

  const restore = () => {
    isPending = false;
    const position = positions.get(key);
    if (!position) return void scrollToHashOrTop();
    const { scroll, focus } = position;
    scrollTo({ ...scroll, behavior: 'instant' });
    (document.querySelectorAll(focusable)[focus] as HTMLElement | undefined)?.focus({ preventScroll: true });
  };
  // The browser does not scroll a document to the position of an entry that another one left as `manual`.
  if (history.scrollRestoration === 'manual' && positions.has(key)) restore();
  // Until then, the browser scrolls a reloaded page to its position.
  if (document.readyState === 'complete') keepBrowserFromScrolling();

  return {
    save() {
      keepBrowserFromScrolling();
      keepPosition();
      history.replaceState({ ...history.state, key }, '');
    },
    leave(next) {
      keepPosition();
      isPending ||= next !== null;
      key = next?.key ?? newKey();
      if (!next?.key) history.replaceState({ ...history.state, key }, '');
    },
    enter() {
      key = newKey();
      isPending = false;
      return { key };
    },
    restore,
    arrive(focusedBefore) {
      isPending = false;
      const target = scrollToHashOrTop() ?? document.querySelector('main') ?? document.body;
      const active = document.activeElement;
      // Keep the focus if the new page has set it.
      if (active && active !== document.body && active !== focusedBefore) return;
      if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
      (target as HTMLElement).focus({ preventScroll: true });
    },
  };
}

/** Returns the positions that the page stored before it was left or reloaded; none if the storage is blocked or damaged. */
function storedPositions(): Map<string, Position> {
  try {
    // Without an item, `null` is read.
    return new Map(JSON.parse(String(sessionStorage.getItem(positionsKey))));
  } catch {
    return new Map();
  }
}

/** Stores the positions; without storage, a reload loses those of other entries. */
function storePositions(positions: ReadonlyMap<string, Position>): void {
  try {
    sessionStorage.setItem(positionsKey, JSON.stringify([...positions]));
  } catch {
    // The visitor has blocked it.
  }
}

function hashTarget(): Element | null {
  const id = location.hash.slice(1);
  if (!id) return null;
  try {
    return document.getElementById(id) ?? document.getElementById(decodeURIComponent(id));
  } catch {
    return null;
  }
}
