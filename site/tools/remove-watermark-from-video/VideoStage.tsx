import { type ReactNode, useEffect, useRef, useState } from 'react';
import { mirroredPart, partBefore, turnedPart, UNCHANGED } from '../../engine/ops/geometry/geometry.ts';
import type { Box, Geometry, Size } from '../../engine/types.ts';
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
  const { madeWith } = video.state;
  // A result is compared with the same part of its source.
  const geometry = (mode === 'compare' && madeWith?.geometry) || UNCHANGED;
  const frame = useFrame(video, 'source', { active: mode === 'marks' || mode === 'compare', geometry });
  const after = useFrame(video, 'result', { active: mode === 'compare', geometry: UNCHANGED });
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The drop zone is gone, and the focus with it.
    room.current?.focus({ preventScroll: true });
  }, []);
  const fit = useRef<HTMLDivElement>(null);
  const currentFrame = preview?.frames[Math.min(shown, preview.frames.length - 1)];
  const shownSize = { marks: info, preview: currentFrame?.after ?? info, compare: result, film: result }[mode];
  const ratio = shownSize ? shownSize.width / shownSize.height : 16 / 9;
  useEffect(() => fit.current?.style.setProperty('--ratio', String(ratio)), [ratio]);
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
        data-takes-focus=""
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
              <CropShade geometry={video.state.settings.geometry} />
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
    latest.current = box && info ? { end: 100 * acrossOf(box, info, settings.geometry) } : MIDDLE;
  });
  useEffect(() => setSweep(preview || result ? { ...latest.current } : null), [preview, result]);
  return sweep;
}

/** How far to the right the middle of a box of the source is in what a geometry keeps: 0..1. */
function acrossOf({ x, y, width, height }: Box, source: Size, { flipped, turns, crop }: Geometry): number {
  const part = {
    x: x / source.width,
    y: y / source.height,
    width: width / source.width,
    height: height / source.height,
  };
  const turned = turnedPart(flipped ? mirroredPart(part) : part, turns);
  return Math.min(1, Math.max(0, (turned.x + turned.width / 2 - crop.x) / crop.width));
}

const MIDDLE: Sweep = { end: 50 };

/** The displayed view: the latest one until another is chosen. */
function useMode({ state: { preview, result, brush, selected } }: VideoWork) {
  const brushing = brush !== null;
  const [mode, setMode] = useState<Mode>('marks');
  useEffect(() => setMode(preview ? 'preview' : 'marks'), [preview]);
  useEffect(() => {
    if (result) setMode('compare');
  }, [result]);
  useEffect(() => {
    if (brushing || selected !== null) setMode('marks');
  }, [brushing, selected]);
  return { mode, setMode };
}

/** Files count times in ticks, WebM in milliseconds, so that a frame may begin this much later than in its source. */
const ROUNDING_SECONDS = 0.001;

type FrameRequest = { readonly active: boolean; readonly geometry: Geometry };

/** The frame at the current time, mirrored, turned and cropped. Only the latest request is awaited. */
function useFrame(
  { state, look }: VideoWork,
  of: 'source' | 'result',
  { active, geometry }: FrameRequest,
): ImageBitmap | null {
  const { info, time, result } = state;
  const [read, setRead] = useState<{ readonly bitmap: ImageBitmap; readonly geometry: Geometry } | null>(null);
  const ready = of === 'source' ? info : result;
  const shown = of === 'result' ? time - (result?.shift ?? 0) + ROUNDING_SECONDS : time;
  useEffect(() => {
    if (!ready || !active) return;
    let isCancelled = false;
    // A moving slider requests one frame at a time.
    const timer = window.setTimeout(async () => {
      const still = await look(of, shown, geometry);
      if (isCancelled) still?.bitmap.close();
      else if (still) setRead({ bitmap: still.bitmap, geometry });
    }, 40);
    return () => {
      isCancelled = true;
      window.clearTimeout(timer);
    };
  }, [ready, active, look, of, shown, geometry]);
  // A frame with another geometry has other proportions.
  return read?.geometry === geometry ? read.bitmap : null;
}

/** Darkens what the geometry cuts off. */
const CropShade = ({ geometry }: { readonly geometry: Geometry }) => {
  const { x, y, width, height } = partBefore(geometry);
  const percent = (fraction: number) => `${100 * fraction}%`;
  if (width === 1 && height === 1) return null;
  return (
    <div className={css.shade}>
      <div
        className={css.part}
        style={{ left: percent(x), top: percent(y), inlineSize: percent(width), blockSize: percent(height) }}
      />
    </div>
  );
};

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
