import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../workspace/use-words.ts';
import { clock } from './clock.ts';
import type { VideoWork } from './use-video.ts';
import css from './video.module.css';

type TimelineProps = {
  readonly video: VideoWork;
  readonly name: string;
  readonly playing: boolean;
  /** Hides the controls but keeps their space. */
  readonly idle: boolean;
  /** Null if the browser cannot play the file. */
  readonly onPlay: (() => void) | null;
};

/** Position in the video, frame by frame or by a slider; shows keyframes of watermarks and the trimmed part. */
export const Timeline = ({ video, name, playing, idle, onPlay }: TimelineProps) => {
  const { say } = useWords();
  const { info, time, settings, selected } = video.state;
  if (!info) return null;
  const seek = (to: number) => video.dispatch({ kind: 'seek', time: to });
  const frame = 1 / Math.max(1, info.fps);
  const position = say(`${name}.player.position`, { time: clock(time - info.start), duration: clock(info.duration) });
  const keys = settings.marks.find(({ id }) => id === selected)?.path ?? [];
  return (
    <div className={css.timeline} data-idle={idle || undefined}>
      <Button kind="quiet" size="square" aria-label={say(`${name}.player.frameBack`)} onClick={() => video.step(-1)}>
        <Shape d="M17 6 10 12l7 6zM7 6v12" />
      </Button>
      {onPlay && (
        <Button
          kind="quiet"
          size="square"
          aria-label={say(`${name}.player.${playing ? 'pause' : 'play'}`)}
          onClick={onPlay}
        >
          <Shape d={playing ? 'M8 6v12M16 6v12' : 'M8 5.500v13l10.500-6.500z'} />
        </Button>
      )}
      <Button kind="quiet" size="square" aria-label={say(`${name}.player.frameForward`)} onClick={() => video.step(1)}>
        <Shape d="M7 6l7 6-7 6zM17 6v12" />
      </Button>
      <input
        className={css.seek}
        type="range"
        aria-label={say(`${name}.player.seek`)}
        aria-valuetext={position}
        min={info.start}
        max={info.start + info.duration}
        step={frame}
        value={time}
        list={keys.length > 1 ? 'video-keys' : undefined}
        onChange={(event) => seek(Number(event.target.value))}
      />
      {keys.length > 1 && (
        <datalist id="video-keys">
          {keys.map((key) => (
            <option key={key.time} value={key.time} />
          ))}
        </datalist>
      )}
      <output className={css.position}>{position}</output>
    </div>
  );
};

const Shape = ({ d }: { readonly d: string }) => (
  <svg className={css.shape} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={d} />
  </svg>
);
