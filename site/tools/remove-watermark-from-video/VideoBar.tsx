import { useEffect, useState } from 'react';
import { PanelButton, WordButton } from '../../workspace/parts/ActionBar.tsx';
import bar from '../../workspace/parts/bar.module.css';
import { NextActions } from '../../workspace/parts/NextActions.tsx';
import { useWords } from '../../workspace/use-words.ts';
import type { VideoWork } from './use-video.ts';

type VideoBarProps = {
  readonly video: VideoWork;
  readonly name: string;
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  readonly onReplace: () => void;
  readonly onCrop: () => void;
  readonly onDownload: () => void;
};

/** Another video, a preview of a few frames, cropping, and the next actions: process, download. */
export const VideoBar = ({ video, name, panelOpen, onPanel, onReplace, onCrop, onDownload }: VideoBarProps) => {
  const { say, units } = useWords();
  const { info, work, error, result, preview, settings, madeWith } = video.state;
  const working = work !== null && work.kind !== 'open';
  /** Whether “Generate” was pressed while the video opens. */
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    if (!requested || !(info || error)) return;
    setRequested(false);
    if (info) void video.generate();
  }, [requested, info, error, video.generate]);
  return (
    <div className={bar.bar}>
      <div className={bar.tools}>
        <WordButton mark="picture" label={say(`${name}.options.another`)} disabled={working} onClick={onReplace} />
        <WordButton
          mark="compare"
          label={say(`${name}.options.previewFrames`)}
          disabled={!info || working}
          onClick={() => void video.preview()}
        />
        <WordButton mark="crop" label={say('workspace.crop.title')} disabled={!info || working} onClick={onCrop} />
        <PanelButton open={panelOpen} onClick={onPanel} />
      </div>
      <NextActions
        {...{ working, requested, onDownload }}
        mayStart={info !== null || error === null}
        result={result && { blob: result.file, name: result.name }}
        stale={madeWith !== null && madeWith !== settings}
        notes={preview?.estimateMs ? [say('workspace.model.estimate', { time: units.time(preview.estimateMs) })] : []}
        onGenerate={() => (info ? void video.generate() : setRequested(true))}
      />
    </div>
  );
};
