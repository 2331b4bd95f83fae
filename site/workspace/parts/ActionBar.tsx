import { type ReactNode, useMemo } from 'react';
import { Button } from '../../ui/Button.tsx';
import { resultName } from '../names.ts';
import type { Outlook } from '../outlook.ts';
import { isBusy, isWritten } from '../state/state.ts';
import { brushesOf } from '../tool.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import css from './bar.module.css';
import { Mark, type MarkName } from './Mark.tsx';
import { NextActions } from './NextActions.tsx';

type ToolButton = {
  readonly mark: MarkName;
  readonly label: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick: () => void;
};

export const MarkButton = ({ mark, label, disabled, pressed, onClick }: ToolButton) => (
  <Button
    kind="quiet"
    size="square"
    aria-label={label}
    title={label}
    disabled={disabled}
    aria-pressed={pressed}
    onClick={onClick}
  >
    <Mark name={mark} />
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
        pressed={open}
        onClick={onClick}
      />
    </span>
  );
};

type ActionBarProps = {
  readonly workspace: Workspace;
  readonly outlook: Outlook;
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  readonly onGenerate: () => void;
  readonly onCancel: () => void;
  readonly onDownload: () => void;
  /** Menu of less frequent actions. */
  readonly more: ReactNode;
};

/** Undo, redo, sizes and the next action, at the lower edge within a thumb's reach. */
export const ActionBar = (props: ActionBarProps) => {
  const { workspace, outlook, panelOpen, onPanel, onGenerate, onCancel, onDownload, more } = props;
  const { say } = useWords();
  const { tool, state, item, phase, stale, dispatch } = workspace;
  const result = item?.result ?? null;
  const working = phase === 'working';
  const name = useMemo(
    () => (item && result ? resultName(item.file.name, tool.suffix, result.blob) : ''),
    [item, result, tool.suffix],
  );
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
        {more}
        <PanelButton open={panelOpen} onClick={onPanel} />
      </div>
      <Sizes workspace={workspace} />
      <NextActions
        {...{ working, stale, onGenerate, onDownload }}
        mayCancel={isBusy(state)}
        estimateMs={outlook.estimateMs}
        steady={brushesOf(tool).length > 0}
        mayStart={item?.info != null && workspace.session !== null}
        // A file of another format than the chosen one is being encoded again.
        result={result && isWritten(state, result) ? { blob: result.blob, name } : null}
        whileWorking={<Button onClick={onCancel}>{say('workspace.action.cancel')}</Button>}
      />
    </div>
  );
};

/** Sizes of the original and the result, in pixels and bytes. */
const Sizes = ({ workspace }: { readonly workspace: Workspace }) => {
  const { say, units } = useWords();
  const { item } = workspace;
  const info = item?.info;
  if (!item || !info) return <p className={css.sizes} />;
  const result = item.result;
  const pixels = (of: { readonly width: number; readonly height: number; readonly bytes: string }) => ({
    width: units.number(of.width),
    height: units.number(of.height),
    bytes: of.bytes,
  });
  return (
    <p className={css.sizes}>
      <span>{say('workspace.size.original', pixels({ ...info, bytes: units.bytes(item.file.size) }))}</span>
      {result && (
        <span>{say('workspace.size.result', pixels({ ...result, bytes: units.bytes(result.blob.size) }))}</span>
      )}
    </p>
  );
};
