import type { RefObject } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Pixels } from '../../types.ts';
import type { Outlook } from '../outlook.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { PictureView } from '../view/PictureView.tsx';
import type { ViewControl } from '../view/use-view.ts';
import { ErrorCard } from './ErrorCard.tsx';
import { ModelNotice } from './ModelNotice.tsx';
import { ProgressCard } from './ProgressCard.tsx';
import css from './parts.module.css';
import { type BrushChoice, ViewBar } from './ViewBar.tsx';

type StageProps = {
  readonly workspace: Workspace;
  readonly room: RefObject<HTMLDivElement | null>;
  readonly control: ViewControl;
  readonly preview: Pixels | null;
  readonly outlook: Outlook;
  readonly brush: BrushChoice;
  /** The original is asked for. */
  readonly held: boolean;
  readonly onReplace: () => void;
};

/** The picture with whatever lies over it: progress, or what went wrong. */
export const Stage = ({ workspace, room, control, preview, outlook, brush, held, onReplace }: StageProps) => {
  const { say, units } = useWords();
  const { session, state, item, phase, dispatch, generate } = workspace;
  if (!item) return <div ref={room} className={css.nothing} />;
  const { info, result, error } = item;
  const after = preview ?? result?.blob ?? null;
  const size = preview ?? result;
  const comparable = !info || !size || Math.abs(size.width / size.height / (info.width / info.height) - 1) < 0.02;
  const started = state.items.filter((one) => one.result !== null).length + 1;
  const position =
    state.items.length > 1
      ? say('workspace.batch.position', { done: Math.min(started, state.items.length), total: state.items.length })
      : null;
  return (
    <div className={css.stage}>
      <PictureView
        room={room}
        control={control}
        before={item.file}
        after={after}
        original={info ?? { width: 4, height: 3 }}
        comparable={comparable}
        showBefore={held && after !== null}
        brushing={
          brush.brush && comparable
            ? {
                brush: brush.brush,
                radius: brush.radius,
                strokes: state.history.now.strokes[item.id] ?? [],
                onStroke: (stroke) => dispatch({ kind: 'stroke', id: item.id, stroke }),
              }
            : null
        }
        words={{
          label: say('workspace.view.label'),
          before: say('workspace.view.before'),
          after: say(preview ? 'workspace.view.preview' : 'workspace.view.after'),
          compare: say('workspace.view.compare'),
          split: (percent) => say('workspace.view.split', { percent: units.percent(percent / 100) }),
        }}
      />
      {info && <ViewBar control={control} />}
      {(phase === 'ready' || phase === 'result') && (
        <div className={css.notice}>
          <ModelNotice session={session} models={outlook.models} moment={phase} only="wanted" />
        </div>
      )}
      {phase === 'working' && state.running && <ProgressCard running={state.running} position={position} />}
      {error && phase === 'error' && (
        <ErrorCard
          error={error}
          onDismiss={() => (info ? dispatch({ kind: 'dismiss', id: item.id }) : onReplace())}
          onWayOut={({ width, height }) => {
            if (!info) return;
            const planned = 'width' in error ? Math.max(error.width, error.height) : Math.max(width, height) * 2;
            const long = item.limit ?? Math.max(info.width, info.height);
            dispatch({ kind: 'limit', id: item.id, limit: Math.floor((long * Math.max(width, height)) / planned) });
            generate();
          }}
        >
          {info ? (
            <Button onClick={generate}>{say('common.button.retry')}</Button>
          ) : (
            <Button onClick={onReplace}>{say('workspace.input.replace')}</Button>
          )}
        </ErrorCard>
      )}
    </div>
  );
};
