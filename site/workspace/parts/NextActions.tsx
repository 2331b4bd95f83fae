import { useCallback, useLayoutEffect, useRef } from 'react';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useToast } from '../../ui/Toast.tsx';
import { useWords } from '../use-words.ts';
import { useFileUrl } from '../view/use-object-url.ts';
import css from './bar.module.css';

type NextActionsProps = {
  readonly working: boolean;
  /** Whether “Generate” was pressed before everything was available, and waits for it. */
  readonly requested: boolean;
  /** Whether the work began by itself, so that “Generate” joins it. */
  readonly joinable?: boolean;
  /** Whether the work is possible, now or as soon as everything is available. */
  readonly mayStart: boolean;
  /** The file to save; null if there is none. */
  readonly result: { readonly blob: Blob; readonly name: string } | null;
  /** Whether the settings have changed since the result was computed. */
  readonly stale: boolean;
  /** Beside the buttons: what the first run downloads, how long it takes. A phone shows the first alone. */
  readonly notes: readonly string[];
  readonly onGenerate: () => void;
  readonly onDownload: () => void;
  /** Cancels the work, also on another picture; null if there is none. */
  readonly onCancel?: (() => void) | null;
};

/** The one thing to do next: make it, then save it. The focus follows. */
export const NextActions = (props: NextActionsProps) => {
  const {
    working,
    requested,
    joinable = false,
    mayStart,
    result,
    stale,
    notes,
    onGenerate,
    onDownload,
    onCancel = null,
  } = props;
  const { say } = useWords();
  const toast = useToast();
  const url = useFileUrl(result?.blob ?? null);
  const ready = result !== null && url !== null && !working;
  const generate = useRef<HTMLButtonElement>(null);
  const download = useRef<HTMLAnchorElement>(null);
  const focusPending = useRef(false);
  // “Cancel” goes with the last work of a batch, which may be on a picture that is not shown.
  const cancel = useCallback((button: HTMLButtonElement) => {
    return () => {
      if (document.activeElement === button) focusPending.current = true;
    };
  }, []);
  useLayoutEffect(() => {
    if (working) focusPending.current = true;
    else if (focusPending.current && (ready || !result)) {
      focusPending.current = false;
      const { activeElement } = document;
      // “Cancel” is gone with the work, and the focus with it. Who draws or sets options is not interrupted.
      const focusIsFree =
        activeElement === document.body || activeElement === generate.current || isCanvas(activeElement);
      const next = ready && !stale ? download.current : activeElement === document.body ? generate.current : null;
      if (focusIsFree) next?.focus({ preventScroll: true });
    }
  });
  return (
    <>
      <p className={css.note} aria-live="polite">
        {notes.map((note) => (
          <span key={note}>{note} </span>
        ))}
      </p>
      <div className={css.main}>
        <Button
          ref={generate}
          kind={ready && !stale ? undefined : 'primary'}
          className={css.generate}
          disabled={requested || (working ? !joinable : !mayStart)}
          onClick={onGenerate}
        >
          {say('workspace.action.generate')}
        </Button>
        {onCancel && (
          <Button ref={cancel} onClick={onCancel}>
            {say('workspace.action.cancel')}
          </Button>
        )}
        {ready && (
          <a
            ref={download}
            className={classes(buttonClass({ kind: stale ? undefined : 'primary' }), css.generate)}
            href={url}
            download={result.name}
            onClick={() => {
              onDownload();
              toast({ kind: 'success', text: say('workspace.status.saved') });
            }}
          >
            {say('workspace.action.download')}
          </a>
        )}
      </div>
    </>
  );
};

/** Whether an element is the canvas, and nothing is drawn on it. */
const isCanvas = (element: Element | null): boolean =>
  element instanceof HTMLElement && element.getAttribute('role') === 'group' && element.dataset.tool !== 'brush';
