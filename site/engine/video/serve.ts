import { stop } from '../errors.ts';
import { reporter } from '../jobs/progress.ts';
import type { Inpaint } from '../ops/video/restore.ts';
import type { OverlayModel } from '../ops/video/unblend.ts';
import type { Progress } from '../types.ts';
import { modelsOf, type Networks, networksOf } from '../workers/networks.ts';
import { serveHost, type TaskControls, type WorkerScope } from '../workers/serve.ts';
import { inventByNetwork } from './invent.ts';
import { lookAt, type Watched } from './look.ts';
import { findMarks } from './measure.ts';
import { previewVideo } from './preview.ts';
import type { VideoAnswer, VideoSetup, VideoTask, VideoTypes } from './protocol.ts';
import { planRate, type RatePlan } from './rate.ts';
import { boundsOf, measured, type Running, type RunParts, runVideo, sizeOf } from './run.ts';
import { openSource, type VideoSource } from './source.ts';
import { removeOwn } from './target.ts';
import type { VideoSettings } from './types.ts';

const now = () => performance.now();

/** Makes a worker that opens one video and works on it. Called once, by the worker's entry. */
export function serveVideo(scope: WorkerScope<VideoTypes>): void {
  const watched: { source: Watched | null; result: Watched | null } = { source: null, result: null };
  let setup: VideoSetup | null = null;
  let networks: Networks | null = null;
  let source: VideoSource | null = null;
  /** What the marks of the last settings are made of. */
  let known: { readonly key: string; readonly models: readonly OverlayModel[] } | null = null;
  /** How the encoder keeps the quality of the last settings. */
  let planned: { readonly key: string; readonly plan: RatePlan } | null = null;
  /** File of the last result in the browser's own storage. */
  let kept: string | null = null;
  let paused = false;
  let resume: (() => void)[] = [];

  const runningOf = ({ signal, progress: send }: TaskControls<VideoTypes>): Running => ({
    signal,
    now,
    report: (progress) => send({ ...progress, paused }),
    checkpoint: async () => {
      await letMessagesIn();
      while (paused && !signal.aborted) await new Promise<void>((resolve) => resume.push(resolve));
      signal.throwIfAborted();
    },
  });
  const partsOf = (settings: VideoSettings, task: Running): RunParts => {
    const opened = source ?? stop({ code: 'job.failed', details: 'No video is open.' });
    return {
      source: opened,
      settings,
      invent: settings.method === 'fast' || !setup?.inpaint ? null : inventOf(setup.inpaint, task),
      models: async () => {
        const key = JSON.stringify([settings.marks, settings.method, settings.from, settings.to], plainArrays);
        if (known?.key !== key) known = { key, models: await measured(opened, settings, task) };
        return known.models;
      },
      rate: () => planFor(opened, settings, task),
    };
  };
  const planFor = async (opened: VideoSource, settings: VideoSettings, task: Running): Promise<RatePlan> => {
    const { codec, quality, from, to } = settings;
    const key = JSON.stringify([codec, quality, from, to]);
    if (planned?.key === key) return planned.plan;
    const wanted = { codec, quality, range: boundsOf(opened, settings) };
    const plan = await planRate(opened, wanted, { ...task, progress: ignore });
    if (source === opened) planned = { key, plan };
    return plan;
  };
  const inventOf = (model: string, { signal, checkpoint, report }: Running): Inpaint => {
    networks ??= networksOf(setup as VideoSetup);
    const told = ({ stage, parts }: Progress) => {
      if (stage === 'download' || stage === 'load')
        report({ stage, done: parts?.done ?? 0, total: parts?.total ?? 0, fps: null, etaMs: null });
    };
    const find = modelsOf(networks, { signal, report: reporter(told, now), onNote: ignore, onNetwork: ignore });
    return inventByNetwork(model, { signal, checkpoint, progress: ignore, model: find, tileSide: 512 });
  };
  const perform = async (task: VideoTask, one: Running): Promise<VideoAnswer[VideoTask['kind']]> => {
    switch (task.kind) {
      case 'open': {
        if (!('VideoDecoder' in globalThis)) return stop({ code: 'video.noWebCodecs' });
        source?.close();
        source = await openSource(task.file, task.name);
        known = null;
        planned = null;
        watched.source = { source };
        watched.result = null;
        return source.info;
      }
      case 'look': {
        const of = watched[task.of];
        return of ? lookAt(of, task) : null;
      }
      case 'find': {
        const tell = (done: number, total: number) =>
          one.report({ stage: 'analyse', done, total, fps: null, etaMs: null });
        return source ? findMarks(source, { ...one, progress: tell }) : [];
      }
      case 'size': {
        const opened = source ?? stop({ code: 'job.failed', details: 'No video is open.' });
        const plan = await planFor(opened, task.settings, one);
        return { bytes: sizeOf(opened, task.settings, plan), measured: plan.frameBytes !== null };
      }
      case 'preview':
        return previewVideo(partsOf(task.settings, one), task.time, one);
      case 'run': {
        const result = await runVideo(partsOf(task.settings, one), task.target, one);
        watched.result?.source.close();
        watched.result = { source: await openSource(result.file, result.name) };
        // Nobody can ask for the result before any more.
        if (kept) await removeOwn(kept);
        kept = task.target.kind === 'browser' && result.file instanceof File ? result.file.name : null;
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

/** Shapes of marks are typed arrays: their numbers count, not their names. */
const plainArrays = (_: string, value: unknown) => (value instanceof Uint8Array ? [...value].join('') : value);

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
