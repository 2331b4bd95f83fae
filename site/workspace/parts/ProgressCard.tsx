import { useEffect, useRef, useState } from 'react';
import type { Progress } from '../../engine/types.ts';
import { type RunProgress, useRunProgress } from '../run-progress.ts';
import type { Units } from '../units.ts';
import { useWords } from '../use-words.ts';
import type { Say } from '../words.ts';
import cards from './cards.module.css';
import css from './parts.module.css';

type Shown = { readonly progress: Progress; readonly cancelling: boolean };
type Words = { readonly say: Say; readonly units: Units };

/** The current stage in words. */
export function stageWords({ progress, cancelling }: Shown, { say, units }: Words): string {
  const { stage, parts } = progress;
  if (cancelling) return say('workspace.progress.cancelling');
  // Nothing is known of the bytes before the first of them arrive.
  if (stage === 'download')
    return parts
      ? say('workspace.progress.download', { done: units.bytes(parts.done), total: units.bytes(parts.total) })
      : say('workspace.progress.waiting');
  return say(`workspace.progress.${stage}`);
}

function timeWords({ stage, done }: Progress, etaMs: number | null, { say, units }: Words): string {
  if (stage === 'waiting') return '';
  if (etaMs === null)
    return (stage === 'process' || stage === 'download') && done === 0 ? say('workspace.progress.leftUnknown') : '';
  return etaMs < 1500 ? say('workspace.progress.almost') : say('workspace.progress.left', { time: units.time(etaMs) });
}

/** Fraction of an estimate that is shown as left however long its step runs. */
const MIN_LEFT = 0.1;

/** The estimate of the last report, less the time since: a network says nothing while it runs. */
function useTimeLeft({ etaMs }: Progress): number | null {
  const [now, setNow] = useState({ etaMs, sinceMs: 0 });
  useEffect(() => {
    setNow({ etaMs, sinceMs: 0 });
    const began = performance.now();
    const timer = setInterval(() => setNow({ etaMs, sinceMs: performance.now() - began }), 1000);
    return () => clearInterval(timer);
  }, [etaMs]);
  return etaMs === null ? null : Math.max(MIN_LEFT * etaMs, etaMs - (now.etaMs === etaMs ? now.sinceMs : 0));
}

type ProgressCardProps = {
  readonly progress: RunProgress;
  /** Whether the run is about to end because the visitor cancelled it. */
  readonly cancelling: boolean;
  /** Which picture of a batch is worked on. */
  readonly position: string | null;
};

/** Stage, progress and remaining time, over the picture. */
export const ProgressCard = ({ progress: reports, cancelling, position }: ProgressCardProps) => {
  const progress = useRunProgress(reports);
  const words = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const etaMs = useTimeLeft(progress);
  const { stage, done, parts } = progress;
  const isMeasured = stage !== 'waiting' && stage !== 'load' && done > 0;
  useEffect(() => bar.current?.style.setProperty('inline-size', `${Math.round(done * 100)}%`), [done]);
  const tiles =
    parts && stage !== 'download' && parts.total > 1
      ? words.say('workspace.progress.tile', { done: parts.done, total: parts.total })
      : null;
  return (
    <div className={cards.progress}>
      <p className={cards.progressHead}>
        <span>{stageWords({ progress, cancelling }, words)}</span>
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
      <p className={css.faint}>{timeWords(progress, etaMs, words) || ' '}</p>
    </div>
  );
};
