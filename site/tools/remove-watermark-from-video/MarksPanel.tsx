import type { Mark } from '../../engine/video/types.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { NumberField, Slider } from '../../ui/Field.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { useToast } from '../../ui/Toast.tsx';
import parts from '../../workspace/parts/parts.module.css';
import { useWords } from '../../workspace/use-words.ts';
import { BRUSH } from './brush.ts';
import { clock } from './clock.ts';
import { boxAt, hasKey, inPicture, placed, withKey, withoutKey } from './state.ts';
import type { VideoWork } from './use-video.ts';
import css from './video.module.css';

type MarksPanelProps = { readonly video: VideoWork; readonly name: string };

/** The list of watermarks: found, drawn, painted or loaded; the selected one with position and keyframes. */
export const MarksPanel = ({ video, name }: MarksPanelProps) => {
  const { say, units } = useWords();
  const toast = useToast();
  const { state, dispatch } = video;
  const { info, settings, selected, work } = state;
  const longSide = info ? Math.max(info.width, info.height) : 0;
  const busy = !info || work !== null;
  const brushSize = say('workspace.mask.sizeValue', { size: units.number(Math.round(state.brush ?? 0)) });
  const chosen = settings.marks.find(({ id }) => id === selected);
  const find = async () => {
    const found = await video.find();
    if (found) toast({ kind: 'success', text: say('workspace.mask.found', { count: found.length }) });
  };
  return (
    <section className={parts.group} aria-label={say(`${name}.options.marks`)}>
      <h2 className={parts.groupTitle}>{say(`${name}.options.marks`)}</h2>
      <Button disabled={busy} onClick={() => void find()}>
        {say(`${name}.options.find`)}
      </Button>
      <div className={css.pair}>
        <Button disabled={busy} onClick={video.addBoxInCorner}>
          {say(`${name}.options.addBox`)}
        </Button>
        <Button
          disabled={busy}
          aria-pressed={state.brush !== null}
          className={state.brush === null ? undefined : css.chosen}
          onClick={() => dispatch({ kind: 'brush', brush: state.brush === null ? BRUSH.first * longSide : null })}
        >
          {say('workspace.mask.brush')}
        </Button>
        <label className={classes(buttonClass(), css.file)}>
          <span aria-hidden="true">{say('workspace.input.loadMask')}</span>
          <input
            type="file"
            // A mask may come while the video is opened.
            disabled={busy && work?.kind !== 'open'}
            accept="image/png,image/jpeg,image/webp,image/bmp"
            aria-label={say('workspace.input.loadMask')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) void video.loadMask(file);
            }}
          />
        </label>
      </div>
      {state.brush !== null && (
        <Slider
          label={say('workspace.mask.size')}
          shown={brushSize}
          min={BRUSH.min * longSide}
          max={BRUSH.max * longSide}
          step="any"
          value={state.brush}
          aria-valuetext={brushSize}
          onChange={(event) => dispatch({ kind: 'brush', brush: event.target.valueAsNumber })}
        />
      )}
      <p className={parts.faint}>{say(`${name}.options.drawHint`)}</p>
      <ul className={css.marks}>
        {settings.marks.map((mark, i) => (
          <li key={mark.id} className={css.row}>
            <Button
              className={mark.id === selected ? css.chosen : undefined}
              aria-pressed={mark.id === selected}
              onClick={() => dispatch({ kind: 'select', id: mark.id })}
            >
              {say(`${name}.options.mark`, { number: i + 1 })}
            </Button>
            <Button
              kind="quiet"
              size="square"
              aria-label={say(`${name}.options.removeMark`, { number: i + 1 })}
              onClick={() => dispatch({ kind: 'remove', id: mark.id })}
            >
              <Glyph name="close" />
            </Button>
          </li>
        ))}
      </ul>
      {chosen && <ChosenMark key={chosen.id} video={video} name={name} mark={chosen} />}
    </section>
  );
};

const SIDES = [
  ['x', 'left'],
  ['y', 'top'],
  ['width', 'width'],
  ['height', 'height'],
] as const;

const ChosenMark = ({ video, name, mark }: MarksPanelProps & { readonly mark: Mark }) => {
  const { say } = useWords();
  const { dispatch, state } = video;
  const { info, time } = state;
  if (!info) return null;
  const box = boxAt(mark, time);
  const change = (next: Mark) => dispatch({ kind: 'change', mark: next });
  const keyed = hasKey(mark, time);
  return (
    <>
      <div className={css.four}>
        {SIDES.map(([side, label]) => (
          <NumberField
            key={side}
            inputMode="numeric"
            label={say(`${name}.options.${label}`)}
            value={Math.round(box[side])}
            onChange={(value) => change(placed(mark, inPicture({ ...box, [side]: value }, info), time))}
          />
        ))}
      </div>
      <div className={css.pair}>
        {keyed ? (
          <Button onClick={() => change(withoutKey(mark, time))}>{say(`${name}.options.removeKeyframe`)}</Button>
        ) : (
          <Button onClick={() => change(withKey(mark, time))}>{say(`${name}.options.addKeyframe`)}</Button>
        )}
      </div>
      {mark.moves && (
        <div className={css.pair}>
          {mark.path.map((key) => (
            <Button
              key={key.time}
              aria-label={`${say(`${name}.options.keyframe`)} ${clock(key.time - info.start)}`}
              onClick={() => dispatch({ kind: 'seek', time: key.time })}
            >
              {clock(key.time - info.start)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
};
