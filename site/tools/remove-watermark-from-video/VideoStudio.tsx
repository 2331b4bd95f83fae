import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { isWorkerError } from '../../engine/errors.ts';
import type { Target } from '../../engine/video/types.ts';
import { Button } from '../../ui/Button.tsx';
import type { OpenDraft } from '../../workspace/drafts/store.ts';
import { useStoredDraft } from '../../workspace/drafts/use-draft.ts';
import { ErrorCard } from '../../workspace/parts/ErrorCard.tsx';
import { useLeaveGuard } from '../../workspace/parts/LeaveGuard.tsx';
import parts from '../../workspace/parts/parts.module.css';
import studio from '../../workspace/Studio.module.css';
import { useKeptList } from '../../workspace/use-kept-list.ts';
import { downloadIn, useKeys } from '../../workspace/use-keys.ts';
import { usePanel } from '../../workspace/use-panel.ts';
import { useWords } from '../../workspace/use-words.ts';
import { MarksPanel } from './MarksPanel.tsx';
import { useVideo } from './use-video.ts';
import { VideoBar } from './VideoBar.tsx';
import { VideoCrop } from './VideoCrop.tsx';
import { VideoOptions } from './VideoOptions.tsx';
import { VideoStage } from './VideoStage.tsx';
import { WorkCard } from './WorkCard.tsx';

export type VideoStudioProps = {
  /** Namespace of the tool's messages. */
  readonly name: string;
  readonly files: readonly File[];
  readonly onEvent: (event: 'select' | 'generate' | 'download') => void;
  readonly onClose: () => void;
  /** Work of an earlier visit to continue with, in place of chosen files. */
  readonly restored?: OpenDraft | null;
};

type Picker = (options: {
  readonly suggestedName: string;
  readonly types: readonly { readonly accept: { readonly [type: string]: readonly string[] } }[];
}) => Promise<FileSystemFileHandle>;

/** The workspace for one video. It fills its frame, like the one for pictures. */
export const VideoStudio = ({ name, files, onEvent, onClose, restored = null }: VideoStudioProps) => {
  const { say, units } = useWords();
  useKeptList();
  const draft = restored && 'settings' in restored.draft ? restored.draft : null;
  const file = draft?.file ?? (files[0] as File);
  const video = useVideo({ file, settings: draft?.settings ?? null }, onEvent);
  const { info, work, error, preview, result, settings, madeWith } = video.state;
  const panel = usePanel();
  const [cropping, setCropping] = useState(false);
  const [saved, setSaved] = useState<Blob | null>(null);
  const drafts = useStoredDraft(
    useMemo(() => ({ file, settings }), [file, settings]),
    { tool: name, restored, isRunning: work !== null },
  );
  const losesResult = work?.kind === 'run' || (result !== null && saved !== result.file);
  const losesMarks = settings.marks.length > 0 && settings.marks !== madeWith?.marks;
  const leaving = useLeaveGuard({
    active: losesResult || losesMarks,
    loses: losesResult ? 'result' : 'marks',
    passOn: async () => !losesResult && (await drafts.passOn()),
    onLeave: drafts.forget,
  });
  const working = work !== null;
  const { close: closePanel } = panel;
  useEffect(() => {
    // On small screens the options cover the frame: close them to show the progress.
    if (working) closePanel();
  }, [working, closePanel]);
  const close = () => {
    drafts.forget();
    onClose();
  };
  const status = preview
    ? say('workspace.status.previewed')
    : result
      ? say(madeWith === settings ? 'workspace.status.ready' : 'workspace.status.changed')
      : info
        ? say('workspace.status.opened', {
            name: file.name,
            width: units.number(info.width),
            height: units.number(info.height),
          })
        : '';
  const choosePlace = picker();
  const descriptionId = useId();
  const root = useRef<HTMLDivElement>(null);
  useKeys({ download: () => downloadIn(root) }, false);
  return (
    <div ref={root} className={studio.studio} data-phase={work ? 'working' : 'ready'}>
      <p className="visually-hidden" role="status">
        {work ? say('workspace.progress.process') : status}
      </p>
      {/* What the canvas shows, for those who cannot see it. */}
      <p id={descriptionId} hidden>
        {status}
      </p>
      <div className={studio.stage}>
        <VideoStage {...{ video, name, file, descriptionId }}>
          {work && <WorkCard video={video} name={name} />}
          {error && !work && (
            <ErrorCard
              error={error}
              onSuggestedSize={() => undefined}
              onDismiss={() => video.dispatch({ kind: 'dismiss' })}
            >
              {!info && isWorkerError(error) && <Button onClick={video.open}>{say('common.button.retry')}</Button>}
              {!info && <Button onClick={close}>{say(`${name}.options.another`)}</Button>}
            </ErrorCard>
          )}
        </VideoStage>
      </div>
      <aside ref={panel.root} className={studio.panel} data-scroll="y" data-open={panel.open}>
        <Button className={studio.closePanel} onClick={panel.close}>
          {say('workspace.options.hide')}
        </Button>
        <div className={parts.panel}>
          <MarksPanel video={video} name={name} />
          <VideoOptions video={video} name={name} />
          {choosePlace && (
            <Button
              disabled={!info || work !== null}
              onClick={async () => {
                const type = settings.container === 'mp4' ? 'video/mp4' : 'video/webm';
                const handle = await choosePlace({
                  suggestedName: `${file.name.replace(/\.[^.]*$/, '')}-clean.${settings.container}`,
                  types: [{ accept: { [type]: [`.${settings.container}`] } }],
                }).catch(() => null);
                const target: Target | null = handle && { kind: 'file', handle };
                const written = target && (await video.generate(target));
                if (written) setSaved(written.file);
              }}
            >
              {say(`${name}.options.saveTo`)}
            </Button>
          )}
        </div>
      </aside>
      <VideoBar
        {...{ video, name }}
        panelOpen={panel.open}
        onPanel={panel.toggle}
        onReplace={() => leaving.ask(close)}
        onCrop={() => setCropping(true)}
        onDownload={() => {
          setSaved(result?.file ?? null);
          onEvent('download');
        }}
      />
      {cropping && <VideoCrop video={video} onClose={() => setCropping(false)} />}
      {leaving.sheet}
    </div>
  );
};

/** Lets the visitor choose a file to write to; null if the browser cannot. */
function picker(): Picker | null {
  const { showSaveFilePicker } = window as unknown as { readonly showSaveFilePicker?: Picker };
  return showSaveFilePicker ? (options) => showSaveFilePicker(options) : null;
}
