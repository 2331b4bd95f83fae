import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useReducer,
  useRef,
} from 'react';
import { classes } from './classes.ts';
import css from './Dropdown.module.css';
import { nextDropdown, nextItem } from './dropdown-state.ts';
import { Glyph } from './Glyph.tsx';
import { useDismiss } from './use-dismiss.ts';

const CLOSE_DELAY_MS = 200;

/** Brings the current link to the middle of the panel's list (`data-list`, positioned) where the list scrolls. */
function scrollToCurrentLink(panel: HTMLElement | null): void {
  const link = panel?.querySelector<HTMLElement>('[data-list] [aria-current]');
  const list = link?.closest('[data-list]');
  if (link && list) list.scrollTop = link.offsetTop - list.clientHeight / 2;
}

export type DropdownProps = {
  readonly label: ReactNode;
  /** Accessible name, if the label alone is not enough. */
  readonly title?: string;
  /** Side on which button and panel meet. */
  readonly align?: 'start' | 'end';
  readonly buttonClass?: string | undefined;
  readonly panelClass?: string | undefined;
  readonly children: ReactNode;
};

/**
 * A button that discloses links on hover, click or key. Closes `CLOSE_DELAY_MS` after the pointer left if it was opened
 * by hover, and on a press or focus outside, scroll and Escape.
 */
export const Dropdown = ({ label, title, align = 'start', buttonClass, panelClass, children }: DropdownProps) => {
  const [state, dispatch] = useReducer(nextDropdown, 'closed');
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef(0);
  const id = useId();
  const open = state !== 'closed';

  const dismiss = useCallback(() => {
    dispatch('dismiss');
    // The panel is hidden, and would take the focus with it.
    if (root.current?.contains(document.activeElement)) button.current?.focus();
  }, []);
  useDismiss({ root, open, onDismiss: dismiss });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (open) scrollToCurrentLink(root.current);
  }, [open]);

  const enter = (event: PointerEvent) => {
    window.clearTimeout(timer.current);
    if (event.pointerType === 'mouse') dispatch('pointerEntered');
  };
  const leave = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => dispatch('pointerLeft'), CLOSE_DELAY_MS);
  };
  const key = (event: KeyboardEvent) => {
    const links = [...(root.current?.querySelectorAll<HTMLElement>('[data-panel] a') ?? [])];
    const target = nextItem(event.key, links.indexOf(document.activeElement as HTMLElement), links.length);
    if (target === null) return;
    event.preventDefault();
    if (!open) dispatch('press');
    // The panel becomes focusable once it is shown.
    requestAnimationFrame(() => links[target]?.focus());
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and the pointer only add to what the button does
    <div ref={root} className={css.root} onPointerEnter={enter} onPointerLeave={leave} onKeyDown={key}>
      <button
        ref={button}
        type="button"
        className={classes(css.button, buttonClass)}
        aria-expanded={open}
        aria-controls={id}
        aria-label={title}
        onClick={() => dispatch('press')}
      >
        {label}
        <span className={css.chevron}>
          <Glyph name="chevron" />
        </span>
      </button>
      {/** biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a chosen link closes the panel; the link itself is the control */}
      <div
        id={id}
        data-panel=""
        data-open={open}
        data-align={align}
        className={classes(css.panel, panelClass)}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) dismiss();
        }}
      >
        {children}
      </div>
    </div>
  );
};
