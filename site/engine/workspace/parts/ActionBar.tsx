import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useToast } from '../../../ui/Toast.tsx';
import { resultName } from '../names.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { useObjectUrl } from '../view/use-object-url.ts';
import { Mark, type MarkName } from './Mark.tsx';
import css from './parts.module.css';

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

type ActionBarProps = {
  readonly workspace: Workspace;
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  readonly onGenerate: () => void;
  readonly onCancel: () => void;
  readonly onDownload: () => void;
  /** The menu of what is done less often. */
  readonly more: ReactNode;
};

/** Undo, redo, sizes, and the one thing to do next. At the lower edge, where a thumb reaches. */
export const ActionBar = (props: ActionBarProps) => {
  const { workspace, panelOpen, onPanel, onGenerate, onCancel, onDownload, more } = props;
  const { say } = useWords();
  const toast = useToast();
  const { tool, state, item, phase, stale, dispatch } = workspace;
  const result = item?.result ?? null;
  const url = useObjectUrl(result?.blob ?? null);
  const working = phase === 'working';
  const generateButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // “Cancel” is gone with the work, and the focus with it.
    if (!working && document.activeElement === document.body) generateButton.current?.focus({ preventScroll: true });
  }, [working]);
  const mayStart = item?.info != null && workspace.session !== null && !working;
  // A file of another format than the chosen one is being written anew.
  const ready = result !== null && url !== null && !working && result.output === state.output;
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
        <span className={css.narrowOnly}>
          <MarkButton
            mark="options"
            label={say(panelOpen ? 'workspace.options.hide' : 'workspace.options.show')}
            pressed={panelOpen}
            onClick={onPanel}
          />
        </span>
      </div>
      <Sizes workspace={workspace} />
      <div className={css.main}>
        {/* Not `disabled` while working: the focus would be lost. */}
        <Button
          ref={generateButton}
          kind={ready && !stale ? undefined : 'primary'}
          className={css.generate}
          disabled={!mayStart && !working}
          aria-disabled={working || undefined}
          onClick={() => mayStart && onGenerate()}
        >
          {say('workspace.action.generate')}
        </Button>
        {working && <Button onClick={onCancel}>{say('workspace.action.cancel')}</Button>}
        {ready && (
          <a
            className={classes(buttonClass({ kind: stale ? undefined : 'primary' }), css.generate)}
            href={url}
            download={name}
            onClick={() => {
              onDownload();
              toast({ kind: 'success', text: say('workspace.status.saved') });
            }}
          >
            {say('workspace.action.download')}
          </a>
        )}
      </div>
    </div>
  );
};

/** Pixels and bytes of the original and the result. */
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
