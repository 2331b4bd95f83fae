import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Switch } from '../../ui/Field.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useWords } from '../use-words.ts';
import cards from './cards.module.css';
import css from './parts.module.css';

type SheetProps = {
  readonly title: string;
  readonly className?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A modal panel. Escape and a click beside it close it; the browser restores the focus. What removes itself passes it to “Close”. */
export const Sheet = ({ title, className, onClose, children }: SheetProps) => {
  const { say } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useKeptFocus(dialog);
  // Close it before it is removed, or the focus is lost.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and the dialog has it already
    <dialog
      ref={dialog}
      className={classes(cards.sheet, className)}
      data-scroll="y"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={cards.sheetBody}>
        <div className={css.groupHead}>
          <h2 className={css.groupTitle}>{title}</h2>
          <Button
            kind="quiet"
            size="square"
            aria-label={say('common.button.close')}
            data-takes-focus=""
            onClick={onClose}
          >
            <Glyph name="close" />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
};

const KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['O', 'choose'],
  ['Ctrl V', 'paste'],
  ['Ctrl Enter', 'generate'],
  ['Esc', 'cancel'],
  ['Ctrl S', 'download'],
  ['Ctrl Z', 'undo'],
  ['Ctrl Shift Z', 'redo'],
  ['+', 'zoomIn'],
  ['−', 'zoomOut'],
  ['0', 'fit'],
  ['1', 'actual'],
  ['F', 'full'],
  ['space', 'move'],
  ['arrows', 'compare'],
  ['H', 'hold'],
  ['?', 'sheet'],
];

const BRUSH_KEYS: readonly (readonly [keys: string, effect: string])[] = [
  ['B', 'brush'],
  ['E', 'eraser'],
  ['[', 'smaller'],
  [']', 'larger'],
  ['arrows', 'cursor'],
  ['Enter', 'paint'],
  ['Alt', 'opposite'],
];

type KeyboardSheetProps = {
  readonly brushes: boolean;
  /** Whether keys that write a character are shortcuts. */
  readonly characterKeys: boolean;
  readonly setCharacterKeys: (enabled: boolean) => void;
  readonly onClose: () => void;
};

/** Whether a row of the list is a key that can be switched off. */
const isCharacter = (keys: string): boolean => [...keys].length === 1;

/** The keys and what they do, and the switch for those that write a character. */
export const KeyboardSheet = ({ brushes, characterKeys, setCharacterKeys, onClose }: KeyboardSheetProps) => {
  const { say } = useWords();
  const apple = /Mac|iPhone|iPad/.test(navigator.platform);
  const shown = (keys: string) => {
    if (keys === 'space' || keys === 'arrows') return say(`workspace.keyboard.${keys}`);
    return apple ? keys.replace('Ctrl', '⌘').replace('Shift', '⇧') : keys;
  };
  return (
    <Sheet title={say('workspace.keyboard.title')} onClose={onClose}>
      <Switch
        label={say('workspace.keyboard.characters')}
        hint={say('workspace.keyboard.charactersHint', { more: say('workspace.settings.title') })}
        checked={characterKeys}
        onChange={setCharacterKeys}
      />
      <table className={cards.keys}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{say('workspace.keyboard.key')}</th>
            <th scope="col">{say('workspace.keyboard.effect')}</th>
          </tr>
        </thead>
        <tbody>
          {[...KEYS, ...(brushes ? BRUSH_KEYS : [])].map(([keys, effect]) => (
            <tr key={effect} data-off={!characterKeys && isCharacter(keys)}>
              <td>
                <kbd>{shown(keys)}</kbd>
              </td>
              <td>{say(`workspace.keyboard.${effect}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
};
