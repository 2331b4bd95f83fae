import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import { Sheet } from './KeyboardSheet.tsx';
import css from './parts.module.css';

type LeaveSheetProps = { readonly onStay: () => void; readonly onLeave: () => void };

/** A sheet in which the visitor confirms that unsaved work is lost. */
export const LeaveSheet = ({ onStay, onLeave }: LeaveSheetProps) => {
  const { say } = useWords();
  return (
    <Sheet title={say('workspace.leave.title')} onClose={onStay}>
      <p>{say('workspace.leave.text')}</p>
      <div className={css.row}>
        <Button kind="primary" onClick={onStay}>
          {say('workspace.leave.stay')}
        </Button>
        <Button onClick={onLeave}>{say('workspace.leave.leave')}</Button>
      </div>
    </Sheet>
  );
};
