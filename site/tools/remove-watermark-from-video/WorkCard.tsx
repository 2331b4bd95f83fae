import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import cards from '../../workspace/parts/cards.module.css';
import parts from '../../workspace/parts/parts.module.css';
import { useRunProgress } from '../../workspace/run-progress.ts';
import { useWords } from '../../workspace/use-words.ts';
import type { VideoWork } from './use-video.ts';

/** Stage, speed and remaining time of the work, with pause and cancel. */
export const WorkCard = ({ video, name }: { readonly video: VideoWork; readonly name: string }) => {
  const { say, units } = useWords();
  const { work } = video.state;
  const hidden = useHidden();
  const bar = useRef<HTMLDivElement>(null);
  const progress = useRunProgress(video.progress);
  const fraction = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  useEffect(() => bar.current?.style.setProperty('inline-size', `${Math.round(fraction * 100)}%`), [fraction]);
  if (!work) return null;
  const { fps = null, etaMs = null, paused = false } = progress ?? {};
  const speed = [
    fps !== null && say(`${name}.progress.speed`, { fps: units.number(Math.round(fps * 10) / 10) }),
    etaMs !== null && say('workspace.progress.left', { time: units.time(etaMs) }),
  ];
  const words = () => {
    if (paused) return say(`${name}.progress.paused`);
    if (work.kind === 'open' || !progress)
      return say(work.kind === 'open' ? `${name}.progress.open` : `${name}.progress.analyse`);
    if (progress.stage === 'download')
      return say('workspace.progress.download', {
        done: units.bytes(progress.done),
        total: units.bytes(progress.total),
      });
    if (progress.stage === 'load') return say('workspace.progress.load');
    if (progress.stage === 'analyse')
      return say(work.kind === 'find' ? `${name}.progress.find` : `${name}.progress.analyse`);
    return say(`${name}.progress.frames`, { done: units.number(progress.done), total: units.number(progress.total) });
  };
  return (
    <div className={cards.progress}>
      <p className={cards.progressHead}>
        <span>{words()}</span>
      </p>
      <div
        className={cards.track}
        role="progressbar"
        aria-label={say('workspace.progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={fraction > 0 ? Math.round(fraction * 100) : undefined}
        data-known={fraction > 0}
      >
        <div ref={bar} className={cards.fill} />
      </div>
      <p className={parts.faint}>{speed.filter(Boolean).join(' · ') || ' '}</p>
      {work.kind === 'run' && (
        <p className={parts.faint}>{say(`${name}.progress.${hidden ? 'background' : 'awake'}`)}</p>
      )}
      {work.kind !== 'open' && (
        <div className={parts.row}>
          {work.kind === 'run' && (
            <Button onClick={() => video.pause(!paused)}>
              {say(`${name}.progress.${paused ? 'resume' : 'pause'}`)}
            </Button>
          )}
          <Button onClick={video.cancel}>{say('workspace.action.cancel')}</Button>
        </div>
      )}
    </div>
  );
};

/** Whether the tab is in the background. */
function useHidden(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
}
