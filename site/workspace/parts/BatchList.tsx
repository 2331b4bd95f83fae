import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Drawing } from '../../ui/Drawing.tsx';
import { warningShape } from '../../ui/drawings/notice.ts';
import { Glyph } from '../../ui/Glyph.tsx';
import { hasOwnOptions, type Item, isBusy, isWritten, phaseOf } from '../state/state.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { useObjectUrl } from '../view/use-object-url.ts';
import batch from './batch.module.css';
import { FailedList } from './FailedList.tsx';
import css from './parts.module.css';

type BatchItemProps = {
  readonly workspace: Workspace;
  readonly item: Item;
  readonly onRemove: (item: Item) => void;
};

const BatchItem = ({ workspace, item, onRemove }: BatchItemProps) => {
  const { say } = useWords();
  const { state, dispatch } = workspace;
  const url = useObjectUrl(item.result?.blob ?? item.file);
  /** The last file that the browser could not show, such as one of a format that only the engine reads. */
  const [unshown, setUnshown] = useState<string | null>(null);
  const phase = phaseOf(state, item);
  const chosen = item.id === state.current;
  const status =
    phase === 'working'
      ? say('workspace.batch.working')
      : phase === 'error'
        ? say(`errors.${item.error?.code}.title`)
        : phase === 'result'
          ? say('workspace.batch.ready')
          : state.waiting.includes(item.id)
            ? say('workspace.batch.waiting')
            : '';
  const own = hasOwnOptions(state.history.now, item.id) && say('workspace.batch.own');
  return (
    <li className={classes(batch.item, chosen && batch.chosen)} data-phase={phase}>
      <button
        type="button"
        className={batch.thumb}
        aria-pressed={chosen}
        onClick={() => dispatch({ kind: 'show', id: item.id })}
      >
        {(phase === 'error' && !item.info) || (url && url === unshown) ? (
          <span className={batch.thumbFailed}>{phase === 'error' && <Drawing path={warningShape} />}</span>
        ) : (
          url && <img src={url} alt="" loading="lazy" draggable={false} onError={() => setUnshown(url)} />
        )}
        <span className={batch.thumbName}>{item.file.name}</span>
        <span className={batch.thumbStatus}>{[status, own].filter(Boolean).join(' · ')}</span>
      </button>
      <Button
        kind="quiet"
        size="square"
        className={batch.thumbRemove}
        aria-label={say('workspace.batch.remove', { name: item.file.name })}
        onClick={() => onRemove(item)}
      >
        <Glyph name="close" />
      </Button>
    </li>
  );
};

type BatchListProps = {
  readonly workspace: Workspace;
  /** Removes a picture with its result. */
  readonly onRemove: (item: Item) => void;
  readonly onZip: () => void;
  /** Saves all results to a folder; null if the browser cannot. */
  readonly onFolder: (() => void) | null;
};

/** Several pictures, with what each has come to; all results in one archive or folder, and what failed after the rest. */
export const BatchList = ({ workspace, onRemove, onZip, onFolder }: BatchListProps) => {
  const { say } = useWords();
  const { state } = workspace;
  if (state.items.length < 2) return null;
  const ready = state.items.filter(({ result }) => result !== null).length;
  const writing = state.items.some((item) => item.result && !item.error && !isWritten(state, item, item.result));
  const failed = state.items.filter(({ error }) => error !== null);
  const statusParts = [
    say('workspace.batch.count', { count: state.items.length }),
    ready > 0 && say('workspace.batch.finished', { count: ready }),
    failed.length > 0 && say('workspace.batch.failed', { count: failed.length }),
  ];
  return (
    <section className={batch.batch} aria-label={say('workspace.batch.title')}>
      <div className={classes(css.row, batch.head)}>
        <p className={css.faint} role="status">
          {statusParts.filter(Boolean).join(' · ')}
        </p>
        {ready > 0 && onFolder && (
          <Button className={css.small} disabled={writing} onClick={onFolder}>
            {say('workspace.batch.folder')}
          </Button>
        )}
        {ready > 0 && (
          <Button className={css.small} disabled={writing} onClick={onZip}>
            {say('workspace.batch.zip')}
          </Button>
        )}
      </div>
      <ul className={batch.list}>
        {state.items.map((item) => (
          <BatchItem key={item.id} {...{ workspace, item, onRemove }} />
        ))}
      </ul>
      {failed.length > 0 && !isBusy(state) && <FailedList workspace={workspace} failed={failed} />}
    </section>
  );
};
