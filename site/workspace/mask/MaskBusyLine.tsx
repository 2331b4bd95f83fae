import { stageWords } from '../parts/ProgressCard.tsx';
import { useWords } from '../use-words.ts';
import css from './mask.module.css';
import type { MaskBusy } from './use-mask-jobs.ts';

/** A line over the picture that names the job of the mask. */
export const MaskBusyLine = ({ busy }: { readonly busy: MaskBusy | null }) => {
  const words = useWords();
  if (!busy || busy.kind === 'save') return null;
  const { progress } = busy;
  const isPreparing = busy.kind === 'prepare' && progress?.stage !== 'download';
  return (
    <p className={css.busy} role="status">
      {isPreparing || !progress
        ? words.say(busy.kind === 'prepare' ? 'workspace.mask.preparing' : 'workspace.progress.process')
        : stageWords({ cancelling: false, progress }, words)}
    </p>
  );
};
