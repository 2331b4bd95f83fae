import { useMemo, useRef } from 'react';
import { ACCEPT } from '../../ui/accepted.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { copyPicture, pngOfResult } from '../clipboard.ts';
import { nameOf } from '../name-pattern.ts';
import type { Outlook } from '../outlook.ts';
import { hasChosenPart, isBusy, isWritten } from '../state/state.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { wordsOf } from '../words.ts';
import css from './bar.module.css';
import { ContinueWith } from './ContinueWith.tsx';
import { Mark, type MarkName } from './Mark.tsx';
import { MarkButton } from './MarkButton.tsx';
import { NextActions } from './NextActions.tsx';
import { type NextTool, useTakeAlong } from './use-continue.ts';

type WordButtonProps = {
  readonly mark: MarkName;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
};

/** A button of the bar whose words are seen where there is room for them. */
export const WordButton = ({ mark, label, disabled, onClick }: WordButtonProps) => (
  <Button kind="quiet" className={css.word} title={label} disabled={disabled} onClick={onClick}>
    <Mark name={mark} />
    <span>{label}</span>
  </Button>
);

/** Toggles the options on narrow screens, where they cover the picture. */
export const PanelButton = ({ open, onClick }: { readonly open: boolean; readonly onClick: () => void }) => {
  const { say } = useWords();
  return (
    <span className={css.narrowOnly}>
      <MarkButton
        mark="options"
        label={say(open ? 'workspace.options.hide' : 'workspace.options.show')}
        onClick={onClick}
      />
    </span>
  );
};

type ActionBarProps = {
  readonly workspace: Workspace;
  readonly outlook: Outlook;
  /** Pattern of file names. */
  readonly pattern: string;
  /** Whether “Generate” joins the run under way. */
  readonly joinable: boolean;
  /** Bytes of networks that the first run downloads. */
  readonly firstRunBytes: number;
  readonly nextTools: readonly NextTool[];
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  readonly onFit: () => void;
  readonly onReplace: () => void;
  readonly onCrop: () => void;
  readonly onGenerate: () => void;
  /** Makes another filling of the same mask; null for tools that fill none. */
  readonly onAgain: (() => void) | null;
  /** Whether there is a filling of which another can be made. */
  readonly mayAgain: boolean;
  readonly onCancel: () => void;
  readonly onDownload: () => void;
};

/** History, what can be done with the picture and its result, and the next action at the end: in one place for all. */
export const ActionBar = (props: ActionBarProps) => {
  const {
    workspace,
    outlook,
    pattern,
    joinable,
    firstRunBytes,
    nextTools,
    panelOpen,
    onPanel,
    onFit,
    onReplace,
    onCrop,
  } = props;
  const { onGenerate, onAgain, mayAgain, onCancel, onDownload } = props;
  const { say, units } = useWords();
  const { state, item, phase, stale, add, dispatch } = workspace;
  const { requested } = state;
  const picker = useRef<HTMLInputElement>(null);
  const result = item?.result ?? null;
  const working = phase === 'working';
  // Who pressed “Generate” must not be offered the result before.
  const replaced = requested || (item !== null && state.waiting.includes(item.id));
  const name = useMemo(
    () => (item && result ? nameOf(workspace, { ...item, result }, pattern) : ''),
    [workspace, item, result, pattern],
  );
  const copy = useCopy(workspace);
  useTakeAlong(workspace, nextTools);
  const notes = [
    firstRunBytes > 0 && say('workspace.model.firstRun', { bytes: units.bytes(firstRunBytes) }),
    outlook.estimateMs > 0 && say('workspace.model.estimate', { time: units.time(outlook.estimateMs) }),
  ].filter((note) => note !== false);
  return (
    <div className={css.bar}>
      <div className={css.tools}>
        <MarkButton
          mark="undo"
          label={say('workspace.action.undo')}
          disabled={state.history.past.length === 0}
          onClick={() => dispatch({ kind: 'undo' })}
        />
        <MarkButton
          mark="redo"
          label={say('workspace.action.redo')}
          disabled={state.history.future.length === 0}
          onClick={() => dispatch({ kind: 'redo' })}
        />
        <span className={css.phoneOnly}>
          <MarkButton mark="fit" label={say('workspace.view.fit')} onClick={onFit} />
        </span>
        <WordButton mark="picture" label={say('workspace.input.replace')} onClick={onReplace} />
        <span className={css.wideOnly}>
          <WordButton mark="plus" label={say('workspace.input.addMore')} onClick={() => picker.current?.click()} />
        </span>
        {/* A turned picture is read again: the button stays, and with it the focus. */}
        {(item?.info || item?.geometry) && (
          <WordButton mark="crop" label={say('workspace.crop.title')} onClick={onCrop} />
        )}
        {result && onAgain && (
          <WordButton mark="again" label={say('common.button.retry')} disabled={!mayAgain} onClick={onAgain} />
        )}
        {result && (
          <span className={css.wideOnly}>
            <WordButton
              mark="copy"
              label={say('workspace.action.copy')}
              disabled={!copy}
              onClick={() => void copy?.()}
            />
          </span>
        )}
        {result && <ContinueWith {...{ workspace, nextTools }} onCopy={copy} />}
        <PanelButton open={panelOpen} onClick={onPanel} />
      </div>
      <NextActions
        {...{ working, requested, joinable, stale, onGenerate, onDownload }}
        notes={working || (result && !stale) ? [] : notes}
        mayStart={phase !== 'error' || item?.info != null}
        // A file of another format than the chosen one is being encoded again.
        result={result && !replaced && item && isWritten(state, item, result) ? { blob: result.blob, name } : null}
        onCancel={isBusy(state) ? onCancel : null}
      />
      <input
        ref={picker}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={say('workspace.input.addMore')}
        accept={ACCEPT.image}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
};

/** Puts the result on the clipboard, and says whether that worked; null until its file shows the chosen part. */
function useCopy({ state, item }: Workspace): (() => Promise<void>) | null {
  const { say, units } = useWords();
  const toast = useToast();
  const result = item?.result ?? null;
  if (!item || !result || !hasChosenPart(state, item.id, result)) return null;
  return async () => {
    if (await copyPicture(result.blob, () => pngOfResult(result, item.info?.colorSpace)))
      return toast({ kind: 'success', text: say('workspace.status.copied') });
    const { title, text } = wordsOf({ code: 'output.copy' }, say, units);
    toast({ kind: 'error', text: `${title}. ${text}`, durationMs: 6000 });
  };
}
