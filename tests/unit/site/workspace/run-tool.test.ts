import { expect, test } from 'vitest';
import { done, failed, type Outcome } from '../../../../site/engine/errors.ts';
import type { Manifest } from '../../../../site/engine/manifest.ts';
import type { Job, JobResult } from '../../../../site/engine/types.ts';
import type { Watch } from '../../../../site/engine/workers/engine.ts';
import { work as cleanup } from '../../../../site/tools/cleanup-pictures/tool.ts';
import { work as restoration } from '../../../../site/tools/photo-restoration/tool.ts';
import { work as watermark } from '../../../../site/tools/remove-watermark-from-image/tool.ts';
import { createRasters, maskOf } from '../../../../site/workspace/mask/raster.ts';
import { runTool } from '../../../../site/workspace/run-tool.ts';
import type { Session } from '../../../../site/workspace/session.ts';
import { type Edits, nextVariant, withEdit } from '../../../../site/workspace/state/edits.ts';
import type { Item, Result, Settings } from '../../../../site/workspace/state/state.ts';
import type { ToolWork } from '../../../../site/workspace/tool.ts';
import { DEVICE, MANIFEST } from '../tools/plan-of.ts';

const size = { width: 40, height: 30 };
const watch: Watch = { signal: new AbortController().signal, onProgress: () => {} };

type Failing = {
  /** Networks that cannot be loaded. */
  readonly absent?: readonly string[];
  readonly manifest?: Manifest;
  /** For each attempt that fails, the error of the worker. */
  readonly shortOfMemory?: readonly ('device.outOfMemory' | 'device.workerStopped')[];
};

/** Runs the tool on a picture with a mask; returns operations and tile side of each attempt, and the outcome. */
async function runFailing(tool: ToolWork, { absent = [], manifest = MANIFEST, shortOfMemory = [] }: Failing) {
  const attempts: { readonly ops: readonly string[]; readonly tileSide: number }[] = [];
  const run = async ({ job, tileSide }: Parameters<Session['engine']['run']>[0]): Promise<Outcome<JobResult>> => {
    const request = job.steps.map(({ params }) => (params as { readonly model?: string }).model);
    const isMeasured = job.steps.every(({ stage }) => stage === 'analyse');
    const code = isMeasured ? undefined : shortOfMemory[attempts.length];
    if (!isMeasured) attempts.push({ ops: job.steps.map(({ op }) => op), tileSide });
    if (code === 'device.outOfMemory') return failed({ code, suggestedSize: null });
    if (code) return failed({ code });
    const name = absent.find((id) => request.includes(id));
    if (name !== undefined) return failed({ code: 'model.offline', name, bytes: 1 });
    const pixels = { ...size, data: new Uint8ClampedArray(4 * size.width * size.height) };
    const values = Object.fromEntries(job.results.map((result) => [result, pixels]));
    return done({
      values,
      encoded: null,
      notes: [],
      backend: null,
      ms: 1,
      started: [],
      stepMs: [],
      finishMs: 0,
    });
  };
  const stroke = { kind: 'stroke', brush: 'mask', mode: 'add', radius: 3, points: [9, 9] } as const;
  const options = Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial]));
  const settings = { options, own: {}, edits: { a: withEdit(null, stroke) } } as unknown as Settings;
  const item = {
    id: 'a',
    file: new File([], 'a.png'),
    info: { ...size },
    limit: null,
    result: null,
  } as unknown as Item;
  const session = { engine: { run, started: () => [] }, device: DEVICE, manifest } as unknown as Session;
  const pictureRequest = { item, settings, pictures: {}, kept: {}, preview: null, rasters: createRasters() };
  const answer = await runTool({ tool, session }, pictureRequest, watch);
  return { attempts, answer };
}

/** Runs the tool with these edits on an item; returns the source of the job, its mask and the parameters of its steps. */
async function jobOf(tool: ToolWork, { edits, result }: { readonly edits: Edits; readonly result: Result | null }) {
  const jobs: Job[] = [];
  const run = async ({ job }: Parameters<Session['engine']['run']>[0]): Promise<Outcome<JobResult>> => {
    jobs.push(job);
    return failed({ code: 'job.cancelled' });
  };
  const options =
    result?.settings.options ?? Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial]));
  const settings: Settings = { options, own: {}, edits: { a: edits }, versions: {}, after: {} };
  const item = { id: 'a', file: new File([], 'a.png'), info: { ...size }, limit: null, result } as unknown as Item;
  const session = { engine: { run, started: () => [] }, device: DEVICE, manifest: MANIFEST } as unknown as Session;
  const request = { item, settings, pictures: {}, kept: {}, preview: null, rasters: createRasters() };
  await runTool({ tool, session }, request, watch);
  const [job] = jobs;
  return { job: job!, settings };
}

test('another filling continues the result before the last one, with the same mask and another variant', async () => {
  const dot = (x: number) => ({ kind: 'stroke', brush: 'mask', mode: 'add', radius: 2, points: [x, 9] }) as const;
  const stored = (width: number) => ({ width, height: 30, file: new Blob() });
  const first = withEdit(null, dot(9));
  const second = withEdit(first, dot(30));
  const base = { stored: stored(1), settings: (await jobOf(cleanup, { edits: first, result: null })).settings };
  const result = { stored: stored(2), base, settings: { ...base.settings, edits: { a: second } } } as unknown as Result;
  const again = withEdit(second, nextVariant(second));
  const { job } = await jobOf(cleanup, { edits: again, result });
  expect(job.source).toMatchObject({ kind: 'pixels', pixels: base.stored });
  expect(job.values).toMatchObject({ mask: maskOf(withEdit(null, dot(30)), 'mask', size) });
  expect(job.steps[0]?.params).toMatchObject({ variant: 1 });
  const twice = await jobOf(cleanup, { edits: withEdit(again, nextVariant(again)), result });
  expect(twice.job.steps[0]?.params).toMatchObject({ variant: 2 });
  // The first stroke was filled in the picture itself.
  const alone = await jobOf(cleanup, { edits: withEdit(first, nextVariant(first)), result: { ...result, base: null } });
  expect(alone.job.source.kind).toBe('file');
});

async function runWithout(tool: ToolWork, ...absent: readonly string[]) {
  const { attempts, answer } = await runFailing(tool, { absent });
  return { tried: attempts.at(-1)!.ops, answer };
}

test('a network that cannot be loaded is skipped and named, and the others still run', async () => {
  const { tried, answer } = await runWithout(restoration, 'migan', 'sharpen');
  expect(tried).toEqual(['fill.holes', 'restore.noise', 'net.denoise', 'restore.tones', 'sharpen.instant']);
  expect(answer.ok && answer.value.notes).toEqual([
    { code: 'model.unloaded', name: 'migan' },
    { code: 'model.unloaded', name: 'sharpen' },
  ]);
});

test('if no network can be loaded, classical methods do the work', async () => {
  const { tried, answer } = await runWithout(restoration, 'denoise', 'fdncnn', 'migan', 'sharpen');
  expect(tried).toEqual(['fill.holes', 'restore.noise', 'restore.smooth', 'restore.tones', 'sharpen.instant']);
  expect(answer.ok).toBe(true);
});

test('watermarks are un-blended and filled without the networks that cannot be loaded', async () => {
  const { tried, answer } = await runWithout(watermark, 'migan', 'overlay-finder');
  expect(tried).toEqual(['marks.estimate', 'marks.measure', 'marks.unblend', 'marks.residue', 'fill.holes']);
  expect(answer.ok && answer.value.notes.map(({ code }) => code)).toEqual(['model.unloaded', 'model.unloaded']);
});

test('a model whose adapter this program does not know is an outcome that names both, not an exception', async () => {
  const models = MANIFEST.models.map((model) => (model.id === 'migan' ? { ...model, adapter: 'mi-gan' } : model));
  const { attempts, answer } = await runFailing(restoration, { manifest: { ...MANIFEST, models } });
  expect(attempts).toEqual([]);
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'model.unknownAdapter',
      name: 'migan',
      details: 'The model “migan” has the unknown adapter “mi-gan”. Did you mean “migan”?',
    },
  });
});

test('if memory runs out, smaller tiles are tried, then no network, with the same mask; the last network is named', async () => {
  const { attempts, answer } = await runFailing(restoration, {
    shortOfMemory: ['device.outOfMemory', 'device.workerStopped'],
  });
  expect(attempts.map(({ tileSide }) => tileSide)).toEqual([256, 64, 0]);
  expect(attempts[1]!.ops).toEqual(attempts[0]!.ops);
  expect(attempts[2]!.ops).toEqual([
    'fill.holes',
    'restore.noise',
    'restore.smooth',
    'restore.tones',
    'sharpen.instant',
  ]);
  expect(answer.ok && answer.value.notes).toEqual([{ code: 'device.classicalMethod' }]);
  expect(answer.ok && answer.value.retries).toBe(2);
});

test('if no attempt is left, the lack of memory is reported with a suggested size', async () => {
  const { attempts, answer } = await runFailing(watermark, {
    shortOfMemory: ['device.outOfMemory', 'device.outOfMemory', 'device.outOfMemory'],
  });
  expect(attempts.length).toBe(2);
  expect(!answer.ok && answer.error.code).toBe('device.outOfMemory');
});
