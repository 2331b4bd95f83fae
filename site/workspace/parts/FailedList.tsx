import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Item } from '../state/state.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { wordsOf } from '../words.ts';
import batch from './batch.module.css';
import css from './parts.module.css';

type FailedListProps = { readonly workspace: Workspace; readonly failed: readonly Item[] };

/** The pictures of a batch that failed, each with the reason, and a button that tries all of them again. */
export const FailedList = ({ workspace, failed }: FailedListProps) => {
  const { say, units } = useWords();
  const { generate, dispatch } = workspace;
  return (
    <section className={batch.failed} aria-label={say('workspace.batch.failed', { count: failed.length })}>
      <ul className={batch.failedList}>
        {failed.map(({ id, file, error }) => {
          const words = error && wordsOf(error, say, units);
          return (
            <li key={id}>
              <button type="button" className={batch.failedName} onClick={() => dispatch({ kind: 'show', id })}>
                {file.name}
              </button>
              {words && ` ${words.title}.`}
              {words && <span className={batch.failedText}> {words.text}</span>}
            </li>
          );
        })}
      </ul>
      <Button className={classes(css.small, batch.failedRetry)} onClick={() => generate(failed.map(({ id }) => id))}>
        {say('common.button.retry')}
      </Button>
    </section>
  );
};
