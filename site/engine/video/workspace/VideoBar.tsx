import { useEffect, useRef } from 'react';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useToast } from '../../../ui/Toast.tsx';
import { MarkButton } from '../../workspace/parts/ActionBar.tsx';
import parts from '../../workspace/parts/parts.module.css';
import { useWords } from '../../workspace/use-words.ts';
import { useObjectUrl } from '../../workspace/view/use-object-url.ts';
import type { VideoWork } from './use-video.ts';
import css from './video.module.css';

type VideoBarProps = {
  readonly video: VideoWork;
  readonly name: string;
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  readonly onReplace: () => void;
  readonly onDownload: () => void;
};

/** What comes next: try it on a few frames, do it, save it. */
export const VideoBar = ({ video, name, panelOpen, onPanel, onReplace, onDownload }: VideoBarProps) => {
  const { say } = useWords();
  const toast = useToast();
  const { info, work, result, settings, madeWith } = video.state;
  const url = useObjectUrl(result?.file ?? null);
  const working = work !== null && work.kind !== 'open';
  const stale = madeWith !== null && madeWith !== settings;
  const ready = result !== null && url !== null && !working;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // “Cancel” is gone with the work, and the focus with it.
    if (!working && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [working]);
  return (
    <div className={parts.bar}>
      <div className={parts.tools}>
        <Button kind="quiet" disabled={working} onClick={onReplace}>
          {say(`${name}.options.another`)}
        </Button>
        <span className={parts.narrowOnly}>
          <MarkButton
            mark="options"
            label={say(panelOpen ? 'workspace.options.hide' : 'workspace.options.show')}
            pressed={panelOpen}
            onClick={onPanel}
          />
        </span>
      </div>
      <div className={classes(parts.main, css.actions)}>
        <Button disabled={!info || working} onClick={() => void video.preview()}>
          {say(`${name}.options.previewFrames`)}
        </Button>
        {/* Not `disabled` while working: the focus would be lost. */}
        <Button
          ref={button}
          kind={ready && !stale ? undefined : 'primary'}
          className={parts.generate}
          disabled={!info}
          aria-disabled={working || undefined}
          onClick={() => !working && void video.generate()}
        >
          {say('workspace.action.generate')}
        </Button>
        {ready && (
          <a
            className={classes(buttonClass({ kind: stale ? undefined : 'primary' }), parts.generate)}
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
    </div>
  );
};
