import { useEffect, useRef, useState } from 'react';
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

function timeWords({ progress: { stage, done } }: Running, etaMs: number | null, { say, units }: Words): string {
  if (stage === 'waiting') return '';
  if (etaMs === null)
    return (stage === 'process' || stage === 'download') && done === 0 ? say('workspace.progress.leftUnknown') : '';
  return etaMs < 1500 ? say('workspace.progress.almost') : say('workspace.progress.left', { time: units.time(etaMs) });
}

/** Fraction of an estimate that is shown as left however long its step runs. */
const MIN_LEFT = 0.1;

/** The estimate of the last report, less the time since: a network says nothing while it runs. */
function useTimeLeft({ etaMs }: Running['progress']): number | null {
  const [now, setNow] = useState({ etaMs, sinceMs: 0 });
  useEffect(() => {
    setNow({ etaMs, sinceMs: 0 });
    const began = performance.now();
    const timer = setInterval(() => setNow({ etaMs, sinceMs: performance.now() - began }), 1000);
    return () => clearInterval(timer);
  }, [etaMs]);
  return etaMs === null ? null : Math.max(MIN_LEFT * etaMs, etaMs - (now.etaMs === etaMs ? now.sinceMs : 0));
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
  const etaMs = useTimeLeft(running.progress);
  const { stage, done, parts } = running.progress;
  const isMeasured = stage !== 'waiting' && stage !== 'load' && done > 0;
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
        aria-valuenow={isMeasured ? Math.round(done * 100) : undefined}
        data-known={isMeasured}
      >
        <div ref={bar} className={cards.fill} />
      </div>
      <p className={css.faint}>{timeWords(running, etaMs, words) || ' '}</p>
    </div>
  );
};
