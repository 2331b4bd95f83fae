import { remainingFraction } from '../adapters/faint-noise.ts';
import { expectedRunMs } from '../capability/durations.ts';
import { stop, type ToolError } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { runSteps } from '../jobs/run.ts';
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
  Values,
} from '../types.ts';
import { encode, encodeResult } from './encode-result.ts';
import { type Memory, rememberedNames } from './memory.ts';
import { modelsOf, type Networks } from './networks.ts';
import { type Pictures, pixelsOf } from './pictures.ts';
import type { Task } from './protocol.ts';
import { ownCopies } from './transfer.ts';

/** What the tasks of one worker share. */
export type TaskEnvironment = {
  readonly table: OpTable;
  readonly pictures: Pictures;
  readonly memory: Memory;
  readonly canvas: Device['canvas'];
  readonly now: () => number;
} & Networks;

export type TaskParts = { readonly signal: AbortSignal; readonly report: Reporter };

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
      return encode({ ...task, pixels: await pixelsOf(task.pixels) }, { ...parts, canvas: environment.canvas });
  }
}

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
  const time = { ms: 0, expectedMs: 0 };
  const model = async (id: string) => timed(await models.find(id), time, environment);
  const { expected } = job;
  report.expect(expected ? totalOf(expected) : 0);
  report.stage('decode');
  const values = await valuesOf(job, environment.pictures, signal);
  const { table, now, memory, pictures } = environment;
  const { cached, steps } = memory.recall(job);
  const stepMs = job.steps.map(() => 0);
  const results = [...job.results, ...encodedNames(job), ...rememberedNames(steps)];
  const found = await runSteps(
    { steps, values: { ...values, ...cached }, results, tileSide, expected: remainingOf(job, steps) },
    {
      table,
      signal,
      report,
      now,
      model,
      prepare: models.prepare,
      remainingFraction,
      onStep: (step, ms) => {
        stepMs[job.steps.indexOf(step)] = ms;
      },
      // Selections by clicks follow each other quickly; what is encoded needs the memory.
      ...(environment.isFrugal && job.encode && { onNetworksDone: environment.sessions.release }),
    },
  );
  memory.keep(job, found);
  const ms = now() - began;
  report.expect(0);
  const encoded = job.encode ? await encodeResult(job.encode, found, { ...parts, canvas: environment.canvas }) : null;
  const requested = Object.fromEntries(job.results.map((name) => [name, found[name]!]));
  const own = ownCopies(requested, (buffer) => pictures.owns(buffer) || memory.owns(buffer));
  return {
    values: own,
    encoded,
    notes: [...notes, ...environment.takeNotes()],
    backend: backendOf(lastNetwork),
    ms,
    stepMs,
    finishMs: encoded ? now() - began - ms : 0,
    networks: { ...time, started: environment.sessions.started() },
  };
}

const totalOf = ({ steps, starts, finish }: ExpectedTimes): number =>
  [...steps, ...starts].reduce((total, ms) => total + ms, finish);

/** The expected times of the steps that are not remembered. */
function remainingOf({ steps, expected }: Job, remaining: readonly Step[]): ExpectedTimes | undefined {
  if (!expected) return undefined;
  const only = (times: readonly number[]) => times.filter((_, index) => remaining.includes(steps[index] as Step));
  return { ...expected, steps: only(expected.steps), starts: only(expected.starts) };
}

const encodedNames = ({ encode }: Job): readonly string[] =>
  encode ? [encode.picture, ...(encode.svg === null ? [] : [encode.svg])] : [];

/** The back-end at the end of the job: a network can fall back to WebAssembly while it runs. */
const backendOf = (network: Network | null): Backend | null => network?.backend ?? null;

/** A network whose runs add to `time`. */
function timed(network: Network, time: { ms: number; expectedMs: number }, { now, threads }: TaskEnvironment): Network {
  const run: Network['run'] = async (feeds) => {
    const began = now();
    const results = await network.run(feeds);
    time.ms += now() - began;
    time.expectedMs += expectedRunMs(network, feeds, threads);
    return results;
  };
  return { model: network.model, backend: network.backend, run };
}

async function valuesOf(job: Job, pictures: Pictures, signal: AbortSignal): Promise<Values> {
  const { source, longSide } = job;
  const picture = longSide
    ? await pictures.shrunk(source, longSide, signal)
    : (await pictures.open(source, signal)).pixels;
  const others: Record<string, Values[string]> = {};
  for (const [name, other] of Object.entries(job.pictures ?? {})) {
    others[name] = (await pictures.open(other, signal)).pixels;
  }
  return { ...job.values, ...others, picture };
}
