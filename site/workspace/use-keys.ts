import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { areCharacterKeysEnabled, rememberCharacterKeys } from './character-keys.ts';

export type KeyActions = {
  readonly [action in
    | 'choose'
    | 'generate'
    | 'cancel'
    | 'download'
    | 'undo'
    | 'redo'
    | 'zoomIn'
    | 'zoomOut'
    | 'fit'
    | 'actual'
    | 'full'
    | 'brush'
    | 'eraser'
    | 'smaller'
    | 'larger'
    | 'sheet']: () => void;
} & { readonly hold: (down: boolean) => void };

/** Whether keys that write a character are shortcuts, and a function that changes it; remembered in this browser. */
export function useCharacterKeys(): readonly [enabled: boolean, setEnabled: (enabled: boolean) => void] {
  const [enabled, setEnabled] = useState(areCharacterKeysEnabled);
  const change = useCallback((next: boolean) => {
    rememberCharacterKeys(next);
    setEnabled(next);
  }, []);
  return [enabled, change];
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a key writes a character: a letter, a digit or a sign; not with Control or Command, unless as AltGr. */
export const isCharacterKey = ({ key, ctrlKey, metaKey, altKey }: Omit<Pressed, 'shiftKey'>): boolean =>
  [...key].length === 1 && key !== ' ' && (altKey || !(ctrlKey || metaKey));

/** The command of a key in the workspace; null if it has none. */
export function actionOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pressed): Exclude<keyof KeyActions, 'hold'> | null {
  // Many keyboards type brackets with Alt; some systems then report Control, too.
  if ((key === '[' || key === ']') && (altKey || !(ctrlKey || metaKey))) return key === '[' ? 'smaller' : 'larger';
  const command = ctrlKey || metaKey;
  if (altKey) return null;
  if (command) {
    const named = key.toLowerCase();
    if (named === 'z') return shiftKey ? 'redo' : 'undo';
    if (named === 'y') return 'redo';
    if (named === 'enter') return 'generate';
    return named === 's' ? 'download' : null;
  }
  switch (key) {
    case 'o':
    case 'O':
      return 'choose';
    case 'Escape':
      return 'cancel';
    case '+':
    case '=':
      return 'zoomIn';
    case '-':
    case '−':
      return 'zoomOut';
    case '0':
      return 'fit';
    case '1':
      return 'actual';
    case 'f':
    case 'F':
      return 'full';
    case 'b':
    case 'B':
      return 'brush';
    case 'e':
    case 'E':
      return 'eraser';
    case '?':
      return 'sheet';
    default:
      return null;
  }
}

/** Presses the “Download” of a workspace, if it has a result. */
export const downloadIn = (workspace: RefObject<HTMLElement | null>): void =>
  workspace.current?.querySelector<HTMLAnchorElement>('a[download]')?.click();

/** Whether an element handles keys itself, as text fields and menus do. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target));

const isTextInput = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !/^(button|checkbox|radio|range|file|color|submit)$/.test(target.type);

/**
 * Listens to the keys of the given actions while the workspace is open, and leaves the others to the browser. Dialogs keep
 * their own. `characters`: whether keys that write a character are shortcuts.
 */
export function useKeys(actions: Partial<KeyActions>, characters: boolean): void {
  const latest = useRef(actions);
  const enabled = useRef(characters);
  useEffect(() => {
    latest.current = actions;
    enabled.current = characters;
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog:modal')) return;
      if (!enabled.current && isCharacterKey(event)) return;
      const down = event.type === 'keydown';
      if (event.key.toLowerCase() === 'h' && !event.ctrlKey && !event.metaKey) return latest.current.hold?.(down);
      const action = down ? actionOf(event) : null;
      const act = action && latest.current[action];
      if (!act || (event.repeat && action === 'generate')) return;
      if (action !== 'cancel') event.preventDefault();
      act();
    };
    window.addEventListener('keydown', key);
    window.addEventListener('keyup', key);
    return () => {
      window.removeEventListener('keydown', key);
      window.removeEventListener('keyup', key);
    };
  }, []);
}
