import { useSite } from '@safelight/sitegen/runtime';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { planBackend } from '../../engine/capability/choose.ts';
import type { Outcome, ToolError } from '../../engine/errors.ts';
import { modelsFor } from '../../engine/manifest.ts';
import { isUnchanged, UNCHANGED } from '../../engine/ops/geometry/geometry.ts';
import type { Box } from '../../engine/types.ts';
import { createVideoHost, type VideoHost, type VideoWatch } from '../../engine/video/host.ts';
import { startVideoWorker } from '../../engine/video/start.ts';
import type { Mark, SizeEstimate, Target, VideoInfo, VideoProgress, VideoSettings } from '../../engine/video/types.ts';
import { createReports } from '../../workspace/run-progress.ts';
import { type Session, startSession } from '../../workspace/session.ts';
import { maskFrom } from './load-mask.ts';
import { formatFor, reduceVideo, START, type VideoState } from './state.ts';

export type VideoWork = ReturnType<typeof useVideo>;

type OpenedVideo = {
  readonly file: File;
  /** Those of an earlier visit; null for the defaults of the video. */
  readonly settings: VideoSettings | null;
};

/** The state of a video and the actions on it. Ends its worker when the component unmounts. */
export function useVideo({ file, settings: restored }: OpenedVideo, onEvent: (event: 'select' | 'generate') => void) {
  const [state, dispatch] = useReducer(reduceVideo, restored, (settings) =>
    settings ? { ...START, settings } : START,
  );
  const latest = useRef(state);
  latest.current = state;
  const [progress] = useState(() => createReports<VideoProgress | null>(null));
  const { host, session } = useHost();
  const stop = useRef<AbortController | null>(null);
  const [attempts, setAttempts] = useState(1);
  /** Facts about the file, once it is open; null if it cannot be opened. */
  const opening = useRef<Promise<VideoInfo | null>>(Promise.resolve(null));
  /** Resolves after all pending steps from frame to frame. */
  const stepping = useRef<Promise<void>>(Promise.resolve());
  /** Resolves after all pending masks are read: whether the last one became a watermark. */
  const reading = useRef<Promise<boolean> | null>(null);

  /** The box that was added by hand last, until it has the focus. */
  const added = useRef<string | null>(null);

  useEffect(() => onEvent('select'), [onEvent]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Each attempt opens the file.
  useEffect(() => {
    let isCancelled = false;
    opening.current = host.call({ kind: 'open', file, name: file.name }).then((outcome) => {
      if (isCancelled) return null;
      if (!outcome.ok) dispatch({ kind: 'failed', error: outcome.error });
      else dispatch({ kind: 'opened', info: outcome.value, settings: restored ?? formatFor(outcome.value) });
      return outcome.ok ? outcome.value : null;
    });
    return () => {
      isCancelled = true;
    };
  }, [host, file, restored, attempts]);

  const actions = useMemo(() => {
    const fail = (error: ToolError) => dispatch({ kind: 'failed', error });
    /** Runs one of the long tasks; null when it failed. */
    const run = async <T>(
      kind: 'find' | 'preview' | 'run',
      call: (watch: VideoWatch) => Promise<Outcome<T>>,
    ): Promise<T | null> => {
      const controller = new AbortController();
      stop.current = controller;
      progress.start(kind);
      dispatch({ kind: 'begin', work: kind });
      const wakeLock = kind === 'run' ? await keepAwake() : null;
      const outcome = await call({
        signal: controller.signal,
        onProgress: (report) => progress.report(kind, report),
      });
      await wakeLock?.release().catch(() => undefined);
      host.pause(false);
      if (outcome.ok) return outcome.value;
      fail(outcome.error);
      return null;
    };
    /** Searches watermarks; null where that fails, and where there is none unless the video is written all the same. */
    const find = async ({ optional = false } = {}): Promise<readonly Mark[] | null> => {
      const boxes = await run('find', (watch) => host.call({ kind: 'find' }, watch));
      if (!boxes) return null;
      if (boxes.length === 0 && !optional) {
        fail({ code: 'video.noMark' });
        return null;
      }
      const marks = boxes.map(({ x, y, width, height }) => ({
        id: newId(),
        width,
        height,
        shape: null,
        moves: false,
        path: [{ time: 0, x, y }],
      }));
      // Render synchronously: callers that wait for the marks read the state next.
      flushSync(() => {
        dispatch({ kind: 'end' });
        dispatch({ kind: 'add', marks });
      });
      return marks;
    };
    const addBox = ({ x, y, width, height }: Box): void => {
      const id = newId();
      added.current = id;
      const path = [{ time: latest.current.time, x, y }];
      dispatch({ kind: 'add', marks: [{ id, width, height, shape: null, moves: false, path }] });
    };
    /** Waits for the video to open, so that a mask that comes first is not lost. */
    const readMask = async (mask: File): Promise<boolean> => {
      const info = await opening.current;
      if (!info) return false;
      const outcome = await maskFrom(mask, info, newId());
      // Render synchronously: callers that wait for the mask read the state next.
      flushSync(() => (outcome.ok ? dispatch({ kind: 'add', marks: [outcome.value] }) : fail(outcome.error)));
      return outcome.ok;
    };
    /** The settings with watermarks, searched now if there are none; without, if the video is cropped or turned. Null if it cannot begin. */
    const settingsWithMarks = async () => {
      if (reading.current && !(await reading.current)) return null;
      const { settings } = latest.current;
      if (settings.marks.length > 0) return settings;
      const marks = await find({ optional: !isUnchanged(settings.geometry) });
      return marks && latest.current.settings;
    };
    return {
      find: () => find(),
      loadMask: async (mask: File) => {
        const loaded = (reading.current ?? Promise.resolve(true)).then(() => readMask(mask));
        reading.current = loaded;
        await loaded;
        if (reading.current === loaded) reading.current = null;
      },
      preview: async () => {
        const settings = await settingsWithMarks();
        if (!settings) return;
        const { time } = latest.current;
        const preview = await run('preview', (watch) => host.call({ kind: 'preview', settings, time }, watch));
        if (preview) dispatch({ kind: 'previewed', preview });
      },
      generate: async (target: Target = { kind: 'browser' }) => {
        const settings = await settingsWithMarks();
        if (!settings) return null;
        onEvent('generate');
        const result = await run('run', (watch) => host.call({ kind: 'run', settings, target }, watch));
        if (result) dispatch({ kind: 'finished', result, settings });
        return result;
      },
      cancel: () => stop.current?.abort(),
      pause: (paused: boolean) => {
        host.pause(paused);
        const [{ work }, report] = [latest.current, progress.current()];
        if (work && report) progress.report(work.kind, { ...report, paused });
      },
      step: (by: -1 | 1) => {
        stepping.current = stepping.current.then(async () => {
          const outcome = await host.call({ kind: 'step', time: latest.current.time, by });
          // Render synchronously: the next step begins here.
          if (outcome.ok) flushSync(() => dispatch({ kind: 'seek', time: outcome.value.time }));
        });
      },
      addBox,
      addBoxInCorner: () => {
        const { info } = latest.current;
        if (!info) return;
        const [width, height] = [Math.round(info.width / 4), Math.round(info.height / 6)];
        addBox({
          width,
          height,
          x: info.width - width - Math.round(info.width / 20),
          y: info.height - height - Math.round(info.height / 20),
        });
      },
    };
  }, [host, onEvent, progress]);
  const look = useCallback(
    async (of: 'source' | 'result', time: number, geometry = UNCHANGED) => {
      const outcome = await host.call({ kind: 'look', of, time, longSide: 1280, geometry });
      return outcome.ok ? outcome.value : null;
    },
    [host],
  );
  const size = useSize(host, state);
  const open = useCallback(() => {
    progress.start('open');
    dispatch({ kind: 'begin', work: 'open' });
    setAttempts((count) => count + 1);
  }, [progress]);
  return { state, progress, open, dispatch, look, session, size, added, ...actions };
}

/** How long settings must stay the same before their file size is measured. */
const SETTLED_MS = 250;

/** The expected size of the file; null until it is measured. Other long tasks run first. */
function useSize(host: VideoHost, { info, settings, work }: VideoState): SizeEstimate | null {
  const { codec, quality, from, to, geometry } = settings;
  const key = JSON.stringify([codec, quality, from, to, geometry]);
  const [found, setFound] = useState<{ readonly key: string; readonly size: SizeEstimate } | null>(null);
  const latestSettings = useRef(settings);
  latestSettings.current = settings;
  const idle = info !== null && work === null;
  const missing = found?.key !== key;
  useEffect(() => {
    if (!idle || !missing) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(async () => {
      const outcome = await host.call({ kind: 'size', settings: latestSettings.current }, { signal });
      if (outcome.ok && !signal.aborted) setFound({ key, size: outcome.value });
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [host, idle, missing, key]);
  return missing ? null : found.size;
}

export const newId = (): string => crypto.randomUUID();

/** Owns the worker, which starts once the device's capabilities are known. */
function useHost(): { readonly host: VideoHost; readonly session: Session | null } {
  const site = useSite();
  const [session, setSession] = useState<Session | null>(null);
  const starting = useMemo(() => startSession(site), [site]);
  const host = useMemo((): VideoHost => {
    let closed = false;
    let real: VideoHost | null = null;
    const ready = starting.then(({ device, manifest }) => {
      const { href } = new URL(`${site.base.replace(/\/$/, '')}/models/manifest.json`, window.location.href);
      const inpaint = modelsFor(manifest, 'inpaint')[0]?.id ?? null;
      real = createVideoHost(startVideoWorker, { ...planBackend(device), manifestUrl: href, inpaint });
      return real;
    });
    return {
      call: async (task, watch) => {
        const found = await ready;
        return closed ? { ok: false, error: { code: 'job.cancelled' } } : found.call(task, watch);
      },
      pause: (paused) => real?.pause(paused),
      close: () => {
        closed = true;
        real?.close();
      },
    };
  }, [site, starting]);
  useEffect(() => {
    let isCancelled = false;
    void starting.then((started) => isCancelled || setSession(started));
    return () => {
      isCancelled = true;
      host.close();
    };
  }, [starting, host]);
  return { host, session };
}

/** Keeps the screen on if the browser permits it. */
async function keepAwake(): Promise<WakeLockSentinel | null> {
  return (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
}
