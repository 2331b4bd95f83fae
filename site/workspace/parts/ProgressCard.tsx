import { useEffect, useRef } from 'react';
import type { Running } from '../state/state.ts';
import type { Units } from '../units.ts';
import { useWords } from '../use-words.ts';
import type { Say } from '../words.ts';
import cards from './cards.module.css';
import css from './parts.module.css';

type Shown = Pick<Running, 'progress' | 'cancelling'>;
type Words = { readonly say: Say; readonly units: Units };

/** The current stage in words. */
export function stageWords({ progress, cancelling }: Shown, { say, units }: Words): string {
  const { stage, parts } = progress;
  if (cancelling) return say('workspace.progress.cancelling');
  if (stage === 'download')
    return say('workspace.progress.download', {
      done: units.bytes(parts?.done ?? 0),
      total: units.bytes(parts?.total ?? 0),
    });
  return say(`workspace.progress.${stage}`);
}

function timeWords({ progress }: Running, { say, units }: Words): string {
  const { stage, etaMs, done } = progress;
  if (stage !== 'process' && stage !== 'download') return '';
  if (etaMs === null) return done > 0 ? '' : say('workspace.progress.leftUnknown');
  return etaMs < 1500 ? say('workspace.progress.almost') : say('workspace.progress.left', { time: units.time(etaMs) });
}

/** Stage, progress and remaining time, over the picture. */
export const ProgressCard = ({
  running,
  position,
}: {
  readonly running: Running;
  readonly position: string | null;
}) => {
  const words = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const { stage, done, parts } = running.progress;
  const known = stage !== 'waiting' && stage !== 'load' && done > 0;
  useEffect(() => bar.current?.style.setProperty('inline-size', `${Math.round(done * 100)}%`), [done]);
  const tiles =
    parts && stage !== 'download' && parts.total > 1
      ? words.say('workspace.progress.tile', { done: parts.done, total: parts.total })
      : null;
  return (
    <div className={cards.progress}>
      <p className={cards.progressHead}>
        <span>{stageWords(running, words)}</span>
        <span className={css.faint}>{[tiles, position].filter(Boolean).join(' · ')}</span>
      </p>
      <div
        className={cards.track}
        role="progressbar"
        aria-label={words.say('workspace.progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ? Math.round(done * 100) : undefined}
        data-known={known}
      >
        <div ref={bar} className={cards.fill} />
      </div>
      <p className={css.faint}>{timeWords(running, words) || ' '}</p>
    </div>
  );
};
