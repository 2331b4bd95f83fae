import { remainingFraction, timesKnowing } from '../adapters/faint-noise.ts';
import { totalMs } from '../capability/expected-times.ts';
import type { EncodeParts } from '../codecs/encode.ts';
import { stop, type ToolError } from '../errors.ts';
import { freeBuffer } from '../free-buffer.ts';
import type { Reporter } from '../jobs/progress.ts';
import { modelNamesOf, runSteps } from '../jobs/run.ts';
import type {
  Backend,
  Device,
  ExpectedTimes,
  Job,
  JobResult,
  Network,
  OpTable,
  PictureInfo,
  Step,
  Value,
  Values,
} from '../types.ts';
import { encode, encodeResult } from './encode-result.ts';
import { type Memory, rememberedNames } from './memory.ts';
import { modelsOf, type Networks } from './networks.ts';
import { type Pictures, pixelsOf } from './pictures.ts';
import type { Task } from './protocol.ts';
import type { Loading } from './serve.ts';
import { ownCopies } from './transfer.ts';

/** What the tasks of one worker share. */
export type TaskEnvironment = {
  readonly table: OpTable;
  readonly pictures: Pictures;
  readonly memory: Memory;
  readonly canvas: Device['canvas'];
  readonly now: () => number;
} & Networks;

export type TaskParts = { readonly signal: AbortSignal; readonly report: Reporter; readonly loading: Loading };

/** Runs a task. Throws errors that `toolErrorOf` understands. */
export async function runTask(
  task: Task,
  environment: TaskEnvironment,
  parts: TaskParts,
): Promise<PictureInfo | JobResult | Blob> {
  switch (task.kind) {
    case 'open': {
      parts.report.stage('decode');
      const { info } = await environment.pictures.open(task.source, parts.signal);
      return info ?? stop({ code: 'job.failed', details: 'Only files can be opened.' });
    }
    case 'run':
      return runJob(task, environment, parts);
    case 'encode':
      return encode({ ...task, pixels: await pixelsOf(task.pixels) }, { ...parts, ...encoderOf(environment) });
  }
}

const encoderOf = ({ canvas, isFrugal }: TaskEnvironment): Pick<EncodeParts, 'canvas' | 'isFrugal'> => ({
  canvas,
  isFrugal,
});

type RunTask = Extract<Task, { kind: 'run' }>;

async function runJob({ job, tileSide }: RunTask, environment: TaskEnvironment, parts: TaskParts): Promise<JobResult> {
  const { signal, report } = parts;
  const began = environment.now();
  const notes: ToolError[] = [];
  let lastNetwork: Network | null = null;
  const models = modelsOf(environment, {
    ...parts,
    onNote: (note) => notes.push(note),
    onNetwork: (network) => {
      lastNetwork = network;
    },
  });
  if (environment.isFrugal) await releaseUnused(job, environment.sessions);
  const { table, now, memory, pictures } = environment;
  const { cached, steps } = memory.recall(job);
  const expected = remainingOf(job, steps);
  const known = new Map(Object.entries({ ...job.values, ...cached }));
  report.expect(expected ? totalMs(timesKnowing(known, steps, expected)) : 0);
  report.stage('decode');
  const values = await valuesOf(job, environment.pictures, signal);
  const isKept = (buffer: ArrayBufferLike) => pictures.owns(buffer) || memory.owns(buffer);
  const stepMs = job.steps.map(() => 0);
  const results = [...job.results, ...encodedNames(job), ...rememberedNames(steps)];
  const freePixels = (value: Value, remaining: readonly Value[]) => {
    const shared = remaining.flatMap(pixelsOfValue).map(({ buffer }) => buffer);
    for (const { buffer } of environment.isFrugal ? pixelsOfValue(value) : [])
      if (!isKept(buffer) && !shared.includes(buffer)) freeBuffer(buffer);
  };
  const found = await runSteps(
    { steps, values: { ...values, ...cached }, results, tileSide, expected },
    {
      table,
      signal,
      report,
      now,
      model: models.find,
      prepare: models.prepare,
      remainingFraction,
      onStep: (step, ms) => {
        stepMs[job.steps.indexOf(step)] = ms;
      },
      onDrop: freePixels,
      ...(environment.isFrugal && !isSelection(job) && { onNetworksDone: environment.sessions.release }),
    },
  );
  memory.keep(job, found);
  const ms = now() - began;
  report.expect(0);
  const encoded = job.encode ? await encodeResult(job.encode, found, { ...parts, ...encoderOf(environment) }) : null;
  const requested = Object.fromEntries(job.results.map((name) => [name, found[name]!]));
  // A stored result has a copy of its own.
  for (const name of encodedNames(job)) freePixels(found[name]!, Object.values(requested));
  const copies = ownCopies(requested, isKept);
  return {
    values: copies,
    encoded,
    notes: [...notes, ...environment.takeNotes()],
    backend: backendOf(lastNetwork),
    ms,
    stepMs,
    finishMs: encoded ? now() - began - ms : 0,
    started: environment.sessions.started(),
  };
}

const pixelsOfValue = (value: Value): readonly Uint8ClampedArray<ArrayBuffer>[] =>
  'data' in value && value.data instanceof Uint8ClampedArray ? [value.data] : [];

/** Whether a job selects by a click: the next click follows quickly, and no other job repeats its network so soon. */
const isSelection = ({ steps }: Job): boolean => steps.some(({ op }) => op === 'net.select');

/** Releases the networks of earlier jobs before one that encodes its result and does not name them: it needs the memory. */
async function releaseUnused({ steps, encode }: Job, sessions: Networks['sessions']): Promise<void> {
  const named = modelNamesOf(steps);
  if (encode && sessions.started().some((id) => !named.includes(id))) await sessions.release();
}

/** The expected times of the steps that are not remembered. */
function remainingOf({ steps, expected }: Job, remaining: readonly Step[]): ExpectedTimes | undefined {
  if (!expected) return undefined;
  const ofRemainingSteps = (times: readonly number[]) =>
    times.filter((_, index) => remaining.includes(steps[index] as Step));
  return { ...expected, steps: ofRemainingSteps(expected.steps), starts: ofRemainingSteps(expected.starts) };
}

const encodedNames = ({ encode }: Job): readonly string[] =>
  encode ? [encode.picture, ...(encode.svg === null ? [] : [encode.svg])] : [];

/** The back-end at the end of the job: a network can fall back to WebAssembly while it runs. */
const backendOf = (network: Network | null): Backend | null => network?.backend ?? null;

async function valuesOf(job: Job, pictures: Pictures, signal: AbortSignal): Promise<Values> {
  const { source, longSide } = job;
  const picture = longSide
    ? await pictures.shrunk(source, longSide, signal)
    : (await pictures.open(source, signal)).pixels;
  const others: Record<string, Values[string]> = {};
  for (const [name, other] of Object.entries(job.pictures ?? {})) {
    const { info } = await pictures.open(source, signal);
    others[name] = await pictures.openIn(info?.colorSpace ?? 'srgb', other, signal);
  }
  return { ...job.values, ...others, picture };
}
