/** What the runtime keeps in `history.state`. */
export type EntryState = {
  readonly key: string;
  readonly scroll?: readonly [x: number, y: number];
  /** Place of the focused element among the focusable ones. */
  readonly focus?: number;
};

type Spot = Pick<EntryState, 'scroll' | 'focus'>;

const focusable = 'a[href],button,input,select,textarea,summary,[tabindex]:not([tabindex^="-"])';

export type Positions = {
  /** Notes scroll position and focus for the entry of the history that is about to be left. */
  readonly save: () => void;
  /** As `save`, when the browser has gone to another entry already. */
  readonly leave: (next: EntryState | null) => void;
  /** State for a new entry, which becomes the current one. */
  readonly enter: () => EntryState;
  /** Goes to the current entry's noted place; without one, to the hash or the top. */
  readonly restore: () => void;
  /** Goes to the hash or the top, and moves the focus to what is new. */
  readonly arrive: (focusedBefore: Element | null) => void;
};

/** Scroll position and focus by entry of the history. */
export function createPositions(window: Window): Positions {
  const { document, history } = window;
  const spots = new Map<string, Spot>();
  let count = 0;
  const newKey = () => `${Date.now().toString(36)}-${count++}`;
  let key = (history.state as EntryState | null)?.key ?? newKey();

  const spot = (): Spot => ({
    scroll: [window.scrollX, window.scrollY],
    focus: [...document.querySelectorAll(focusable)].indexOf(document.activeElement as Element),
  });
  const toHashOrTop = () => {
    const target = hashTarget(window);
    if (target) target.scrollIntoView({ behavior: 'instant' });
    else window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
    return target;
  };

  return {
    save() {
      const now = spot();
      spots.set(key, now);
      history.replaceState({ ...history.state, key, ...now }, '');
    },
    leave(next) {
      spots.set(key, spot());
      key = next?.key ?? newKey();
      if (!next?.key) history.replaceState({ ...history.state, key }, '');
    },
    enter() {
      key = newKey();
      return { key };
    },
    restore() {
      const { scroll, focus = -1 } = spots.get(key) ?? (history.state as EntryState | null) ?? {};
      if (!scroll) return void toHashOrTop();
      window.scrollTo({ left: scroll[0], top: scroll[1], behavior: 'instant' });
      (document.querySelectorAll(focusable)[focus] as HTMLElement | undefined)?.focus({ preventScroll: true });
    },
    arrive(focusedBefore) {
      const target = toHashOrTop() ?? document.querySelector('main') ?? document.body;
      const active = document.activeElement;
      // A page that has put the focus somewhere itself keeps it.
      if (active && active !== document.body && active !== focusedBefore) return;
      if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
      (target as HTMLElement).focus({ preventScroll: true });
    },
  };
}

function hashTarget({ document, location }: Window): Element | null {
  const id = location.hash.slice(1);
  if (!id) return null;
  try {
    return document.getElementById(id) ?? document.getElementById(decodeURIComponent(id));
  } catch {
    return null;
  }
}
