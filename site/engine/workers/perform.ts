import { expectedRunMs } from '../capability/durations.ts';
import { encodePicture } from '../codecs/encode.ts';
import { NO_METADATA, readMetadata } from '../codecs/metadata.ts';
import { stop, type ToolError } from '../errors.ts';
import type { Reporter } from '../jobs/progress.ts';
import { runSteps } from '../jobs/run.ts';
import type { Backend, Device, Job, JobResult, Network, OpTable, PictureInfo, Values } from '../types.ts';
import { type Memory, toRemember } from './memory.ts';
import { modelsOf, type Networks } from './networks.ts';
import type { Pictures } from './pictures.ts';
import type { Task } from './protocol.ts';
import { ownCopies } from './transfer.ts';

/** What a worker works with. */
export type Workshop = {
  readonly table: OpTable;
  readonly pictures: Pictures;
  readonly memory: Memory;
  readonly canvas: Device['canvas'];
  readonly now: () => number;
} & Networks;

export type TaskParts = { readonly signal: AbortSignal; readonly report: Reporter };

/** Does what a task asks for. Throws what `toolErrorOf` understands. */
export async function perform(task: Task, shop: Workshop, parts: TaskParts): Promise<PictureInfo | JobResult | Blob> {
  switch (task.kind) {
    case 'open': {
      parts.report.stage('decode');
      const { info } = await shop.pictures.open(task.source, parts.signal);
      return info ?? stop({ code: 'job.failed', details: 'Only files can be opened.' });
    }
    case 'run':
      return runJob(task, shop, parts);
    case 'encode': {
      parts.report.stage('encode');
      const metadata =
        task.original && task.options.metadata !== 'strip' ? await metadataOf(task.original) : NO_METADATA;
      const { options, pixels } = task;
      return encodePicture(pixels, options, { metadata, canvas: shop.canvas, ...parts });
    }
  }
}

const metadataOf = async (file: Blob) => readMetadata(new Uint8Array(await file.arrayBuffer()));

type RunTask = Extract<Task, { kind: 'run' }>;

async function runJob({ job, tileSide }: RunTask, shop: Workshop, parts: TaskParts): Promise<JobResult> {
  const { signal, report } = parts;
  const began = shop.now();
  const notes: ToolError[] = [];
  let used: Network | null = null;
  const find = modelsOf(shop, {
    ...parts,
    onNote: (note) => notes.push(note),
    onNetwork: (network) => {
      used = network;
    },
  });
  const time = { ms: 0, expectedMs: 0 };
  const model = async (id: string) => timed(await find(id), time, shop);
  report.stage('decode');
  const values = await valuesOf(job, shop.pictures, signal);
  const { table, now, memory, pictures } = shop;
  const { known, steps } = memory.recall(job);
  const results = [...job.results, ...toRemember(steps)];
  const found = await runSteps(
    { steps, values: { ...values, ...known }, results, tileSide },
    { table, signal, report, now, model },
  );
  memory.keep(job, found);
  const wanted = Object.fromEntries(job.results.map((name) => [name, found[name]!]));
  const own = ownCopies(wanted, (buffer) => pictures.owns(buffer) || memory.owns(buffer));
  return {
    values: own,
    notes: [...notes, ...shop.takeNotes()],
    backend: backendOf(used),
    ms: shop.now() - began,
    networks: { ...time, started: shop.sessions.started() },
  };
}

/** Asked for when the job ends: a network can have left its graphics chip meanwhile. */
const backendOf = (network: Network | null): Backend | null => network?.backend ?? null;

/** A network whose runs are added up in `time`. */
function timed(network: Network, time: { ms: number; expectedMs: number }, { now, threads }: Workshop): Network {
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
