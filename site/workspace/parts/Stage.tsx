import type { RefObject } from 'react';
import { isWorkerError } from '../../engine/errors.ts';
import type { Pixels } from '../../engine/types.ts';
import { Button } from '../../ui/Button.tsx';
import { MaskLine } from '../mask/MaskLine.tsx';
import { MaskToolbar } from '../mask/MaskToolbar.tsx';
import type { MaskControl } from '../mask/use-mask.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { PictureView } from '../view/PictureView.tsx';
import type { Reveal } from '../view/use-beside.ts';
import type { ViewControl } from '../view/use-view.ts';
import { ErrorCard } from './ErrorCard.tsx';
import { ProgressCard } from './ProgressCard.tsx';
import css from './parts.module.css';
import { ViewBar } from './ViewBar.tsx';

type StageProps = {
  /** Namespace of the tool's messages. */
  readonly name: string;
  readonly workspace: Workspace;
  /** Id of the element that describes what the canvas shows. */
  readonly descriptionId: string;
  readonly room: RefObject<HTMLDivElement | null>;
  readonly control: ViewControl;
  readonly preview: Pixels | null;
  /** Whether the editor covers the whole screen, and a function that changes it. */
  readonly wide: boolean;
  readonly onWide: () => void;
  readonly mask: MaskControl;
  /** Whether the work needs a mask, and nothing is marked. */
  readonly wantsMask: boolean;
  /** Key of the message over a result in which nothing was found, until something is painted; null for any other. */
  readonly lack: string | null;
  /** The result to reveal; null for none. */
  readonly sweep: Reveal | null;
  /** Whether the original is shown instead of the result, while a key or button is held. */
  readonly held: boolean;
  readonly onReplace: () => void;
};

const NO_LAYERS = [] as const;

/** The picture with its overlays: progress, notices and errors. */
export const Stage = (props: StageProps) => {
  const { name, workspace, descriptionId, room, control, preview, wide, onWide, mask, held, onReplace } = props;
  const { say, units } = useWords();
  const { state, item, phase, dispatch, generate } = workspace;
  if (!item) return <div ref={room} className={css.nothing} />;
  const { info, result, error } = item;
  const original = info ?? control.frame.picture;
  const after = preview ?? result?.blob ?? null;
  const size = preview ?? result;
  const comparable = !info || !size || Math.abs(size.width / size.height / (info.width / info.height) - 1) < 0.02;
  const paints = mask.brushes.includes('mask');
  const optionLabel = (option: string) => say(`${name}.options.${option}`);
  const wordsOfMatte = { add: optionLabel('keep'), subtract: optionLabel('erase'), select: optionLabel('refine') };
  const several = state.items.length > 1;
  const isUnreadable = phase === 'error' && !info;
  /** Gives up a picture that cannot be read; the others of its batch stay. */
  const drop = () => (several ? workspace.remove(item.id) : onReplace());
  const started = state.items.filter((one) => one.result !== null).length + 1;
  const position = several
    ? say('workspace.batch.position', { done: Math.min(started, state.items.length), total: state.items.length })
    : null;
  return (
    <div className={css.stage}>
      {/* Of a file that cannot be read nothing can be painted over, and on a phone its error needs the room. */}
      {comparable && !isUnreadable && (
        <MaskToolbar
          {...mask}
          onChoice={mask.setChoice}
          comparing={after !== null}
          size={original}
          words={paints ? null : wordsOfMatte}
        />
      )}
      <div className={css.view}>
        <PictureView
          room={room}
          descriptionId={descriptionId}
          control={control}
          before={isUnreadable ? null : item.file}
          mayBeClear={info?.hasAlpha ?? false}
          after={after}
          colorSpace={info?.colorSpace}
          original={original}
          comparable={comparable}
          showBefore={held && after !== null}
          marking={comparable ? mask.marking : null}
          layers={comparable && !held ? mask.layers : NO_LAYERS}
          hint={comparable && !held ? mask.hint : null}
          painted={comparable && !held ? mask.painted : null}
          sweep={props.sweep}
          developing={phase === 'working' ? workspace.progress : null}
          words={{
            label: say(paints ? 'workspace.mask.canvas' : 'workspace.view.label'),
            before: say('workspace.view.before'),
            after: say(preview ? 'workspace.view.preview' : 'workspace.view.after'),
            compare: say('workspace.view.compare'),
            split: (percent) => say('workspace.view.split', { percent: units.percent(percent / 100) }),
            at: ({ x, y, marked }) =>
              say('workspace.mask.at', {
                x: units.number(x + 1),
                y: units.number(y + 1),
                marked: marked ? 'yes' : 'no',
              }),
          }}
        />
        <MaskLine
          busy={phase === 'working' ? null : mask.busy}
          progress={mask.progress}
          first={props.wantsMask && phase === 'ready' && mask.searched && mask.covered === 0 ? mask.choice.tool : null}
          lack={phase === 'result' && mask.covered === 0 ? props.lack : null}
        />
        {info && <ViewBar {...{ control, wide, onWide }} />}
        {phase === 'working' && state.running && (
          <ProgressCard progress={workspace.progress} cancelling={state.running.cancelling} position={position} />
        )}
        {error && phase === 'error' && (
          <ErrorCard
            error={error}
            onDismiss={info ? () => dispatch({ kind: 'dismiss', id: item.id }) : drop}
            onSuggestedSize={({ width, height }) => {
              if (!info) return;
              const planned = 'width' in error ? Math.max(error.width, error.height) : Math.max(width, height) * 2;
              const long = item.limit ?? Math.max(info.width, info.height);
              dispatch({ kind: 'limit', id: item.id, limit: Math.floor((long * Math.max(width, height)) / planned) });
              generate();
            }}
          >
            {info ? (
              <Button onClick={() => generate()}>{say('common.button.retry')}</Button>
            ) : isWorkerError(error) ? (
              <Button onClick={() => dispatch({ kind: 'dismiss', id: item.id })}>{say('common.button.retry')}</Button>
            ) : (
              <Button onClick={drop}>
                {several ? say('workspace.batch.remove', { name: item.file.name }) : say('workspace.input.replace')}
              </Button>
            )}
          </ErrorCard>
        )}
      </div>
    </div>
  );
};
