import type { Progress } from '../../engine/types.ts';
import { stageWords } from '../parts/ProgressCard.tsx';
import { type RunProgress, useRunProgress } from '../run-progress.ts';
import { useWords } from '../use-words.ts';
import type { MaskTool } from './choice.ts';
import css from './mask.module.css';
import type { MaskBusy } from './use-mask-jobs.ts';

type MaskLineProps = {
  readonly busy: MaskBusy | null;
  readonly progress: RunProgress<Progress | null>;
  /** The action of the pointer, where the work needs a mask and nothing is marked yet; else null. */
  readonly first: MaskTool | null;
  /** Key of the message over a result in which nothing was found; null for any other. */
  readonly lack: string | null;
};

const waysOf: Readonly<Record<MaskTool, 'click' | 'around' | 'paint'>> = {
  select: 'click',
  lasso: 'around',
  rectangle: 'around',
  brush: 'paint',
  colour: 'paint',
};

/** A line over the picture that names the job of the mask, or says what to do first or after a result that shows nothing. */
export const MaskLine = ({ busy, progress: reports, first, lack }: MaskLineProps) => {
  const words = useWords();
  const progress = useRunProgress(reports);
  if (!busy && first) return <p className={css.line}>{words.say('workspace.mask.first', { way: waysOf[first] })}</p>;
  if (!busy && lack)
    return (
      <p className={css.line} role="status">
        {words.say(lack)}
      </p>
    );
  if (!busy || busy.kind === 'save') return null;
  const isPreparing = busy.kind === 'prepare' && progress?.stage !== 'download';
  return (
    <p className={css.line} role="status">
      {isPreparing || !progress || busy.kind === 'change'
        ? words.say(busy.kind === 'prepare' ? 'workspace.mask.preparing' : 'workspace.progress.process')
        : stageWords({ cancelling: false, progress }, words)}
    </p>
  );
};
