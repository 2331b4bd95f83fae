import { stop } from '../errors.ts';
import { reporter } from '../jobs/progress.ts';
import type { Inpaint } from '../ops/video/restore.ts';
import type { OverlayModel } from '../ops/video/unblend.ts';
import type { Progress } from '../types.ts';
import { modelsOf, type Networks, networksOf } from '../workers/networks.ts';
import { serveHost, type TaskControls, type WorkerScope } from '../workers/serve.ts';
import { inventByNetwork } from './invent.ts';
import { findMarks } from './measure.ts';
import { previewVideo } from './preview.ts';
import type { VideoAnswer, VideoSetup, VideoTask, VideoTypes } from './protocol.ts';
import { planRate, type RatePlan } from './rate.ts';
import { boundsOf, expectedSize, measureWithProgress, type RunControls, type RunParts, runVideo } from './run.ts';
import { openSource, type VideoSource } from './source.ts';
import { neighbourTime, type OpenVideo, stillAt } from './still.ts';
import { removeStoredFile } from './target.ts';
import type { Target, VideoSettings } from './types.ts';

const now = () => performance.now();

/** Serves the tasks of the video worker, which holds one video. Called once, by the worker's program. */
export function serveVideo(scope: WorkerScope<VideoTypes>): void {
  const videos: { source: OpenVideo | null; result: OpenVideo | null } = { source: null, result: null };
  let setup: VideoSetup | null = null;
  let networks: Networks | null = null;
  let source: VideoSource | null = null;
  /** Measured models of the marks of the last settings. */
  let measured: { readonly key: string; readonly models: readonly OverlayModel[] } | null = null;
  /** Encoder setting for the quality of the last settings. */
  let planned: { readonly key: string; readonly plan: RatePlan } | null = null;
  /** Name of the last result's file in the browser's own storage. */
  let storedName: string | null = null;
  let paused = false;
  let resume: (() => void)[] = [];

  const runningOf = ({ signal, progress: send, loading }: TaskControls<VideoTypes>): RunControls => ({
    signal,
    loading,
    now,
    report: (progress) => send({ ...progress, paused }),
    checkpoint: async () => {
      await letMessagesIn();
      while (paused && !signal.aborted) await new Promise<void>((resolve) => resume.push(resolve));
      signal.throwIfAborted();
    },
  });
  const partsOf = (settings: VideoSettings, task: RunControls): RunParts => {
    const opened = source ?? stop({ code: 'job.failed', details: 'No video is open.' });
    return {
      source: opened,
      settings,
      invent: settings.method === 'fast' || !setup?.inpaint ? null : inventOf(setup.inpaint, task),
      models: async () => {
        const key = JSON.stringify([settings.marks, settings.method, settings.from, settings.to], withoutTypedArrays);
        if (measured?.key !== key) measured = { key, models: await measureWithProgress(opened, settings, task) };
        return measured.models;
      },
      rate: () => planFor(opened, settings, task),
    };
  };
  const planFor = async (opened: VideoSource, settings: VideoSettings, task: RunControls): Promise<RatePlan> => {
    const { codec, quality, container, geometry, from, to } = settings;
    const key = JSON.stringify([codec, quality, container, geometry, from, to]);
    if (planned?.key === key) return planned.plan;
    const request = { codec, quality, container, geometry, range: boundsOf(opened, settings) };
    const plan = await planRate(opened, request, { ...task, progress: ignore });
    if (source === opened) planned = { key, plan };
    return plan;
  };
  const inventOf = (model: string, { signal, checkpoint, report, loading }: RunControls): Inpaint => {
    networks ??= networksOf(setup as VideoSetup);
    const onProgress = ({ stage, parts }: Progress) => {
      if (stage === 'download' || stage === 'load')
        report({ stage, done: parts?.done ?? 0, total: parts?.total ?? 0, fps: null, etaMs: null });
    };
    const { find } = modelsOf(networks, {
      signal,
      loading,
      report: reporter(onProgress, now),
      onNote: ignore,
      onNetwork: ignore,
    });
    return inventByNetwork(model, { signal, checkpoint, progress: ignore, model: find, tileSide: 512 });
  };
  const perform = async (task: VideoTask, controls: RunControls): Promise<VideoAnswer[VideoTask['kind']]> => {
    switch (task.kind) {
      case 'open': {
        if (!('VideoDecoder' in globalThis)) return stop({ code: 'video.noWebCodecs' });
        source?.close();
        source = await openSource(task.file, task.name);
        measured = null;
        planned = null;
        videos.source = { source };
        videos.result?.source.close();
        videos.result = task.result ? await reopened(task.result) : null;
        if (task.result) storedName = storedNameOf(task.result);
        return source.info;
      }
      case 'look': {
        const of = videos[task.of];
        return of ? stillAt(of, task) : null;
      }
      case 'step': {
        const { time } = task;
        return { time: videos.source ? await neighbourTime(videos.source, task) : time };
      }
      case 'find': {
        const onProgress = (done: number, total: number) =>
          controls.report({ stage: 'analyse', done, total, fps: null, etaMs: null });
        return source ? findMarks(source, { ...controls, progress: onProgress }) : [];
      }
      case 'size': {
        const opened = source ?? stop({ code: 'job.failed', details: 'No video is open.' });
        const plan = await planFor(opened, task.settings, controls);
        return { bytes: expectedSize(opened, task.settings, plan), measured: plan.frameBytes !== null };
      }
      case 'preview':
        return previewVideo(partsOf(task.settings, controls), task.time, controls);
      case 'run': {
        const result = await runVideo(partsOf(task.settings, controls), task.target, controls);
        videos.result?.source.close();
        videos.result = { source: await openSource(result.file, result.name) };
        // The previous result can no longer be requested.
        if (storedName) await removeStoredFile(storedName);
        storedName = storedNameOf({ file: result.file, target: task.target.kind });
        return result;
      }
    }
  };
  const wake = () => {
    const waiting = resume;
    resume = [];
    for (const go of waiting) go();
  };

  serveHost<VideoTypes>(scope, {
    setUp: (given) => {
      setup = given;
    },
    perform: (task, controls) => perform(task, runningOf(controls)),
    transfersOf: bitmapsOf,
    command: (command) => {
      paused = command.paused;
      wake();
    },
    cancelled: wake,
    damage: () => networks?.sessions.damage() ?? null,
  });
}

/** A result that is open again; null if its file is gone, and the page shows only the source. */
const reopened = ({ file, name }: { readonly file: Blob; readonly name: string }): Promise<OpenVideo | null> =>
  openSource(file, name).then(
    (source) => ({ source }),
    () => null,
  );

/** Name of a result in the browser's own storage; null if it is stored elsewhere. */
const storedNameOf = ({ file, target }: { readonly file: Blob; readonly target: Target['kind'] }): string | null =>
  target === 'browser' && file instanceof File ? file.name : null;

/** A JSON replacer that writes the shapes of marks by their values. */
const withoutTypedArrays = (_: string, value: unknown) => (value instanceof Uint8Array ? [...value].join('') : value);

function bitmapsOf(value: VideoAnswer[VideoTask['kind']]): Transferable[] {
  if (!value) return [];
  if ('bitmap' in value) return [value.bitmap];
  return 'estimateMs' in value ? value.frames.flatMap(({ before, after }) => [before, after]) : [];
}

const letMessagesIn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

const ignore = () => undefined;
