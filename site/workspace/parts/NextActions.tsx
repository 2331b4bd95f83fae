import { type ReactNode, useEffect, useRef } from 'react';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useToast } from '../../ui/Toast.tsx';
import { useWords } from '../use-words.ts';
import { useObjectUrl } from '../view/use-object-url.ts';
import css from './bar.module.css';

type NextActionsProps = {
  readonly working: boolean;
  /** Whether there is work to cancel, also on another picture. */
  readonly mayCancel?: boolean;
  /** Whether everything that the work needs is available. */
  readonly mayStart: boolean;
  /** The file to save; null if there is none. */
  readonly result: { readonly blob: Blob; readonly name: string } | null;
  /** Whether the settings have changed since the result was computed. */
  readonly stale: boolean;
  /** Expected time of the work; 0: not known. */
  readonly estimateMs: number;
  /** Whether space is reserved until that time is known: a picture must not move under a finger that marks it. */
  readonly steady?: boolean;
  readonly onGenerate: () => void;
  readonly onDownload: () => void;
  /** Further buttons: one before the others, and one while there is work to cancel. */
  readonly first?: ReactNode;
  readonly whileWorking?: ReactNode;
};

/** The next action (Generate, then Download) and how long the work will take. */
export const NextActions = (props: NextActionsProps) => {
  const {
    working,
    mayCancel,
    mayStart,
    result,
    stale,
    estimateMs,
    steady,
    onGenerate,
    onDownload,
    first,
    whileWorking,
  } = props;
  const { say, units } = useWords();
  const toast = useToast();
  const url = useObjectUrl(result?.blob ?? null);
  const ready = result !== null && url !== null && !working;
  const generate = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // “Cancel” disappears with the work, and the focus with it.
    if (!working && document.activeElement === document.body) generate.current?.focus({ preventScroll: true });
  }, [working]);
  return (
    <>
      <p className={classes(css.estimate, steady && css.steady)} aria-live="polite">
        {estimateMs > 0 && say('workspace.model.estimate', { time: units.time(estimateMs) })}
      </p>
      <div className={classes(css.main, first !== undefined && css.three)}>
        {first}
        {/* Not `disabled` while working: the focus would be lost. */}
        <Button
          ref={generate}
          kind={ready && !stale ? undefined : 'primary'}
          className={css.generate}
          disabled={!mayStart && !working}
          aria-disabled={working || undefined}
          onClick={() => mayStart && !working && onGenerate()}
        >
          {say('workspace.action.generate')}
        </Button>
        {mayCancel && whileWorking}
        {ready && (
          <a
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
