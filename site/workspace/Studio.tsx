import { useEffect, useId, useRef, useState } from 'react';
import type { ToolError } from '../engine/errors.ts';
import { ACCEPT } from '../ui/accepted.ts';
import { Button } from '../ui/Button.tsx';
import { useToast } from '../ui/Toast.tsx';
import { CropSheet } from './crop/CropSheet.tsx';
import type { OpenDraft } from './drafts/store.ts';
import { useDraft } from './drafts/use-draft.ts';
import { type MaskMode, radiusOf } from './mask/choice.ts';
import { useMask } from './mask/use-mask.ts';
import { useNamePattern } from './name-pattern.ts';
import type { OfflineSite } from './offline.ts';
import { outlookOf } from './outlook.ts';
import { ActionBar } from './parts/ActionBar.tsx';
import { BatchList } from './parts/BatchList.tsx';
import { KeyboardSheet } from './parts/KeyboardSheet.tsx';
import { useLeaveGuard } from './parts/LeaveGuard.tsx';
import { ModelSheet } from './parts/ModelNotice.tsx';
import { Panel } from './parts/Panel.tsx';
import { Stage } from './parts/Stage.tsx';
import type { NextTool } from './parts/use-continue.ts';
import { missingBytes, useHeld } from './parts/use-held.ts';
import { zoomActual, zoomBy } from './parts/ViewBar.tsx';
import css from './Studio.module.css';
import { openSession } from './session.ts';
import { nextVariant } from './state/edits.ts';
import { editsOf, hasUnsaved, isBusy } from './state/state.ts';
import { statusTexts } from './status-texts.ts';
import type { ToolWork } from './tool.ts';
import { useAutomatic } from './use-automatic.ts';
import { useGenerate } from './use-generate.ts';
import { useIntake } from './use-intake.ts';
import { useKeptList } from './use-kept-list.ts';
import { downloadIn, useCharacterKeys, useKeys } from './use-keys.ts';
import { usePanel } from './use-panel.ts';
import { usePreview } from './use-preview.ts';
import { useReveal } from './use-reveal.ts';
import { useSaveAll } from './use-save-all.ts';
import { useSession } from './use-session.ts';
import { useWords } from './use-words.ts';
import { useWorkspace, type WorkspaceEvent } from './use-workspace.ts';
import { useFullScreen } from './view/use-full-screen.ts';
import { useView } from './view/use-view.ts';
import { wordsOf } from './words.ts';

export type StudioProps = {
  /** Namespace of the tool's messages. */
  readonly name: string;
  readonly tool: ToolWork;
  /** What was chosen in the drop zone. */
  readonly files: readonly File[];
  readonly onEvent: (event: WorkspaceEvent) => void;
  /** Tools that can continue with a result. */
  readonly nextTools: readonly NextTool[];
  /** Back to the empty drop zone. */
  readonly onClose: () => void;
  /** Work of an earlier visit to continue with, in place of chosen files. */
  readonly restored?: OpenDraft | null;
};

type Sheets = 'keyboard' | 'models' | 'crop' | null;

/** Starts what the workspace needs before it has a picture. */
export const prepareStudio = (site: OfflineSite): void => void openSession(site);

/** The workspace with a picture in it. Fills its frame; nothing outside of it moves. */
export const Studio = ({ name, tool, files, onEvent, nextTools, onClose, restored = null }: StudioProps) => {
  const { say, units } = useWords();
  useKeptList();
  const session = useSession();
  const workspace = useWorkspace({
    tool,
    session,
    onEvent,
    draft: restored && 'state' in restored.draft ? restored.draft : null,
  });
  const { state, item, phase, add, dispatch } = workspace;
  const toast = useToast();
  const problem = (error: ToolError) => {
    const { title, text } = wordsOf(error, say, units);
    toast({ kind: 'error', text: `${title}. ${text}`, durationMs: 6000 });
  };
  const mask = useMask(workspace, problem);
  const drafts = useDraft(workspace, { tool: name, restored, awaitsMask: mask.awaited });
  const leaving = useLeaveGuard({
    active: hasUnsaved(state),
    passOn: drafts.passOn,
    onLeave: () => {
      drafts.forget();
      dispatch({ kind: 'saved', ids: state.items.map(({ id }) => id) });
    },
  });
  const close = () =>
    leaving.ask(() => {
      drafts.forget();
      onClose();
    });
  const outlook = outlookOf(workspace);
  const { held: models } = useHeld(session, outlook.models, phase);
  const [wide, toggleWide] = useFullScreen();
  const { sweep, joinable, onStart, press } = useReveal(workspace, mask);
  const automatic = useAutomatic(workspace, { mask, outlook, held: models, onStart });
  const preview = usePreview(workspace, automatic.due);
  const start = useGenerate(workspace, {
    mask,
    onEmpty: () => problem({ code: 'mask.empty' }),
    onStart: () => onStart('visitor'),
  });
  const generate = press(start);
  const runAgain = () => {
    if (!item) return;
    dispatch({ kind: 'edit', id: item.id, edit: nextVariant(editsOf(state.history.now, item.id)) });
    onStart('mask');
    workspace.generate([item.id]);
  };
  const descriptionId = useId();
  const panel = usePanel();
  const [sheet, setSheet] = useState<Sheets>(null);
  const [held, setHeld] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const stageRef = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const result = item?.result ?? null;
  const control = useView(stageRef, (!preview && result) || (item?.info ?? null));

  const over = useIntake(files, add);
  const isOpen = state.items.length > 0;
  useEffect(() => {
    if (isOpen) stageRef.current?.focus({ preventScroll: true });
  }, [isOpen]);

  const [pattern, setPattern] = useNamePattern();
  const saveAll = useSaveAll(workspace, { pattern, onProblem: problem, onSaved: () => onEvent('download') });
  const cancel = () => {
    workspace.cancel();
    toast({ kind: 'info', text: say('errors.job.cancelled.title') });
  };
  const saved = () => {
    if (item) dispatch({ kind: 'saved', ids: [item.id] });
    onEvent('download');
  };
  const { choice, setChoice } = mask;
  const brush = (mode: MaskMode) => mask.brushes.length > 0 && setChoice({ ...choice, tool: 'brush', mode });
  const resize = (factor: number) => {
    if (item?.info) setChoice({ ...choice, radius: radiusOf(choice, item.info) * factor });
  };
  const [characterKeys, setCharacterKeys] = useCharacterKeys();
  useKeys(
    {
      choose: () => picker.current?.click(),
      generate: () => (phase !== 'working' || joinable) && generate(),
      cancel: () => (isBusy(state) ? cancel() : wide && toggleWide()),
      full: toggleWide,
      download: () => downloadIn(root),
      undo: () => dispatch({ kind: 'undo' }),
      redo: () => dispatch({ kind: 'redo' }),
      zoomIn: () => zoomBy(control, 1.5),
      zoomOut: () => zoomBy(control, 1 / 1.5),
      fit: control.fit,
      actual: () => zoomActual(control),
      brush: () => brush('add'),
      eraser: () => brush('subtract'),
      smaller: () => resize(1 / 1.25),
      larger: () => resize(1.25),
      sheet: () => setSheet('keyboard'),
      hold: setHeld,
    },
    characterKeys,
  );
  const { status, description } = statusTexts(workspace, mask, { say, units });
  return (
    <div ref={root} className={css.studio} data-over={over} data-phase={phase} data-wide={wide}>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {/* What the canvas shows, for those who cannot see it. */}
      <p id={descriptionId} hidden>
        {description}
      </p>
      <div className={css.stage}>
        <Stage
          descriptionId={descriptionId}
          workspace={workspace}
          {...{ name, room: stageRef, control, preview, wide, mask, sweep, held }}
          wantsMask={outlook.wantsMask}
          lack={outlook.lack}
          onWide={toggleWide}
          onReplace={close}
        />
        <BatchList
          workspace={workspace}
          onRemove={({ id, file, result }) =>
            leaving.ask(() => workspace.remove(id), { name: file.name, losesWork: result?.saved === false })
          }
          {...saveAll}
        />
      </div>
      <aside ref={panel.root} className={css.panel} data-scroll="y" data-open={panel.open}>
        <Button className={css.closePanel} onClick={panel.close}>
          {say('workspace.options.hide')}
        </Button>
        <Panel
          {...{ workspace, outlook, mask, drafts, pattern, setPattern }}
          held={models ?? []}
          automatic={tool.automatic ? automatic : null}
          onKeyboard={() => setSheet('keyboard')}
          onModels={() => setSheet('models')}
        />
      </aside>
      <ActionBar
        {...{ workspace, outlook, nextTools, pattern }}
        joinable={joinable}
        firstRunBytes={missingBytes(models)}
        onFit={control.fit}
        onReplace={close}
        onCrop={() => setSheet('crop')}
        onGenerate={generate}
        onAgain={tool.mask?.goesOn ? runAgain : null}
        mayAgain={phase === 'result' && !workspace.stale && mask.covered > 0}
        onCancel={cancel}
        panelOpen={panel.open}
        onPanel={panel.toggle}
        onDownload={saved}
      />
      <input
        ref={picker}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={say('workspace.input.chooseImage')}
        accept={ACCEPT.image}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) leaving.ask(() => workspace.replace(chosen));
        }}
      />
      {sheet === 'keyboard' && (
        <KeyboardSheet
          brushes={mask.brushes.length > 0}
          {...{ characterKeys, setCharacterKeys }}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'models' && session && <ModelSheet session={session} onClose={() => setSheet(null)} />}
      {sheet === 'crop' && <CropSheet workspace={workspace} onProblem={problem} onClose={() => setSheet(null)} />}
      {leaving.sheet}
    </div>
  );
};
