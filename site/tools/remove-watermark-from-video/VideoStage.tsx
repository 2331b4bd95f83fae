import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Compare } from '../../ui/Compare.tsx';
import type { Sweep } from '../../ui/use-sweep.ts';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import { useWords } from '../../workspace/use-words.ts';
import { useObjectUrl } from '../../workspace/view/use-object-url.ts';
import { BrushLayer } from './BrushLayer.tsx';
import { FrameCanvas } from './FrameCanvas.tsx';
import { MarkLayer } from './MarkLayer.tsx';
import { boxAt } from './state.ts';
import { Timeline } from './Timeline.tsx';
import type { VideoWork } from './use-video.ts';
import css from './video.module.css';

type Mode = 'marks' | 'preview' | 'compare' | 'film';

type VideoStageProps = {
  readonly video: VideoWork;
  readonly name: string;
  readonly file: File;
  /** Id of the element that describes what is shown. */
  readonly descriptionId: string;
  readonly children: ReactNode;
};

/** The frame with its watermarks, a preview, or the result beside the original; the timeline is below. */
export const VideoStage = ({ video, name, file, descriptionId, children }: VideoStageProps) => {
  const { say, units } = useWords();
  const { info, preview, result } = video.state;
  const { mode, setMode } = useMode(video);
  const [shown, setShown] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [unplayable, setUnplayable] = useState(false);
  const source = useObjectUrl(file);
  const resultUrl = useObjectUrl(result?.file ?? null);
  const frame = useFrame(video, 'source', mode === 'marks' || mode === 'compare');
  const after = useFrame(video, 'result', mode === 'compare');
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The drop zone is gone, and the focus with it.
    room.current?.focus({ preventScroll: true });
  }, []);
  const fit = useRef<HTMLDivElement>(null);
  const ratio = info ? info.width / info.height : 16 / 9;
  useEffect(() => fit.current?.style.setProperty('--ratio', String(ratio)), [ratio]);
  const currentFrame = preview?.frames[Math.min(shown, preview.frames.length - 1)];
  const sweep = useReveal(video);
  const compare = (before: ImageBitmap | null, now: ImageBitmap | null) => (
    <Compare
      sweep={before && now && sweep}
      before={<FrameCanvas bitmap={before} label={say('workspace.view.before')} />}
      after={<FrameCanvas bitmap={now} label={say('workspace.view.after')} />}
      label={say('workspace.view.compare')}
      beforeLabel={say('workspace.view.before')}
      afterLabel={say('workspace.view.after')}
      valueText={(percent) => say('workspace.view.split', { percent: units.percent(percent / 100) })}
      className={css.canvas}
    />
  );
  const modes: readonly (readonly [Mode, string])[] = [
    ['marks', say(`${name}.options.marks`)],
    ...(preview ? [['preview', say('workspace.view.preview')] as const] : []),
    ...(result
      ? [['compare', say('workspace.view.compare')] as const, ['film', say('workspace.view.result')] as const]
      : []),
  ];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of controls and pictures, not of form fields */}
      <div
        ref={room}
        className={css.room}
        role="group"
        tabIndex={-1}
        aria-label={file.name}
        aria-describedby={descriptionId}
      >
        <div ref={fit} className={css.fit}>
          {mode === 'marks' && (
            <>
              <FrameCanvas bitmap={frame} label={say('workspace.view.original')} />
              {playing && source && info && (
                <Film url={source} video={video} onEnd={() => setPlaying(false)} onFail={() => setUnplayable(true)} />
              )}
              {!playing && <MarkLayer video={video} name={name} />}
              {!playing && video.state.brush !== null && <BrushLayer video={video} brush={video.state.brush} />}
            </>
          )}
          {mode === 'preview' && currentFrame && compare(currentFrame.before, currentFrame.after)}
          {mode === 'compare' && compare(frame, after)}
          {mode === 'film' && resultUrl && (
            <VideoPlayer className={css.film} src={resultUrl} label={say('workspace.view.result')} />
          )}
        </div>
        {modes.length > 1 && (
          <div className={css.tabs}>
            {modes.map(([id, label]) => (
              <Button key={id} aria-pressed={mode === id} onClick={() => setMode(id)}>
                {label}
              </Button>
            ))}
            {mode === 'preview' &&
              preview?.frames.map((one, i) => (
                <Button key={one.time} size="square" aria-pressed={i === shown} onClick={() => setShown(i)}>
                  {units.number(i + 1)}
                </Button>
              ))}
          </div>
        )}
        {children}
      </div>
      <Timeline
        video={video}
        name={name}
        playing={playing}
        idle={mode === 'film' || mode === 'preview'}
        onPlay={unplayable || mode !== 'marks' ? null : () => setPlaying(!playing)}
      />
    </>
  );
};

/** Sweeps once over each preview and result, to the first watermark. */
function useReveal({ state: { info, settings, time, preview, result } }: VideoWork): Sweep | null {
  const [sweep, setSweep] = useState<Sweep | null>(null);
  const latest = useRef(MIDDLE);
  useEffect(() => {
    const [mark] = settings.marks;
    const box = mark && boxAt(mark, time);
    latest.current = box && info ? { end: (100 * (box.x + box.width / 2)) / info.width } : MIDDLE;
  });
  useEffect(() => setSweep(preview || result ? { ...latest.current } : null), [preview, result]);
  return sweep;
}

const MIDDLE: Sweep = { end: 50 };

/** The displayed view: the latest one until another is chosen. */
function useMode({ state: { preview, result, brush } }: VideoWork) {
  const brushing = brush !== null;
  const [mode, setMode] = useState<Mode>('marks');
  useEffect(() => setMode(preview ? 'preview' : 'marks'), [preview]);
  useEffect(() => {
    if (result) setMode('compare');
  }, [result]);
  useEffect(() => {
    if (brushing) setMode('marks');
  }, [brushing]);
  return { mode, setMode };
}

/** The frame at the current time. Only the latest request is awaited. */
function useFrame({ state, look }: VideoWork, of: 'source' | 'result', active: boolean): ImageBitmap | null {
  const { info, time, madeWith, result } = state;
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const ready = of === 'source' ? info : result;
  const shift = of === 'result' ? (madeWith?.from ?? 0) : 0;
  useEffect(() => {
    if (!ready || !active) return;
    let isCancelled = false;
    // A moving slider requests one frame at a time.
    const timer = window.setTimeout(async () => {
      const still = await look(of, time - shift);
      if (isCancelled) still?.bitmap.close();
      else if (still) setBitmap(still.bitmap);
    }, 40);
    return () => {
      isCancelled = true;
      window.clearTimeout(timer);
    };
  }, [ready, active, look, of, time, shift]);
  return bitmap;
}

type FilmProps = {
  readonly url: string;
  readonly video: VideoWork;
  readonly onEnd: () => void;
  readonly onFail: () => void;
};

/** Plays the source from the displayed position, which follows. */
const Film = ({ url, video, onEnd, onFail }: FilmProps) => {
  const begin = useRef(video.state.time);
  const { dispatch } = video;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the visitor's own video, of which there are no captions
    <video
      className={css.film}
      src={url}
      autoPlay={true}
      playsInline={true}
      onLoadedMetadata={(event) => {
        event.currentTarget.currentTime = begin.current;
      }}
      onError={() => {
        onFail();
        onEnd();
      }}
      onTimeUpdate={(event) => dispatch({ kind: 'seek', time: event.currentTarget.currentTime })}
      onEnded={onEnd}
    />
  );
};
