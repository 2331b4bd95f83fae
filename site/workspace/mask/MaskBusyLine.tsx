import type { Progress } from '../../engine/types.ts';
import { stageWords } from '../parts/ProgressCard.tsx';
import { type RunProgress, useRunProgress } from '../run-progress.ts';
import { useWords } from '../use-words.ts';
import css from './mask.module.css';
import type { MaskBusy } from './use-mask-jobs.ts';

type MaskBusyLineProps = { readonly busy: MaskBusy | null; readonly progress: RunProgress<Progress | null> };

/** A line over the picture that names the job of the mask. */
export const MaskBusyLine = ({ busy, progress: reports }: MaskBusyLineProps) => {
  const words = useWords();
  const progress = useRunProgress(reports);
  if (!busy || busy.kind === 'save') return null;
  const isPreparing = busy.kind === 'prepare' && progress?.stage !== 'download';
  return (
    <p className={css.busy} role="status">
      {isPreparing || !progress || busy.kind === 'change'
        ? words.say(busy.kind === 'prepare' ? 'workspace.mask.preparing' : 'workspace.progress.process')
        : stageWords({ cancelling: false, progress }, words)}
    </p>
  );
};
