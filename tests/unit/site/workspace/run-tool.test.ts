import { expect, test } from 'vitest';
import { done, failed, type Outcome } from '../../../../site/engine/errors.ts';
import type { Manifest } from '../../../../site/engine/manifest.ts';
import type { JobResult } from '../../../../site/engine/types.ts';
import type { Watch } from '../../../../site/engine/workers/engine.ts';
import { work as restoration } from '../../../../site/tools/photo-restoration/tool.ts';
import { work as watermark } from '../../../../site/tools/remove-watermark-from-image/tool.ts';
import { createRasters } from '../../../../site/workspace/mask/raster.ts';
import { runTool } from '../../../../site/workspace/run-tool.ts';
import type { Session } from '../../../../site/workspace/session.ts';
import { withEdit } from '../../../../site/workspace/state/edits.ts';
import type { Item, Settings } from '../../../../site/workspace/state/state.ts';
import type { ToolWork } from '../../../../site/workspace/tool.ts';
import { DEVICE, MANIFEST } from '../tools/plan-of.ts';

const size = { width: 40, height: 30 };
const watch: Watch = { signal: new AbortController().signal, onProgress: () => {} };

/** Runs the tool on a marked picture where these networks cannot be loaded: the operations of the last try, and the outcome. */
async function runWithout(tool: ToolWork, ...absent: readonly string[]) {
  return runIn(MANIFEST, tool, absent);
}

async function runIn(manifest: Manifest, tool: ToolWork, absent: readonly string[] = []) {
  let tried: readonly string[] = [];
  const run = async ({ job }: Parameters<Session['engine']['run']>[0]): Promise<Outcome<JobResult>> => {
    const request = job.steps.map(({ params }) => (params as { readonly model?: string }).model);
    tried = job.steps.map(({ op }) => op);
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
      networks: { ms: 0, expectedMs: 0, started: [] },
    });
  };
  const stroke = { kind: 'stroke', brush: 'mask', mode: 'add', radius: 3, points: [9, 9] } as const;
  const options = Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial]));
  const settings = { options, edits: { a: withEdit(null, stroke) } } as unknown as Settings;
  const item = {
    id: 'a',
    file: new File([], 'a.png'),
    info: { ...size },
    limit: null,
    result: null,
  } as unknown as Item;
  const session = { engine: { run }, device: DEVICE, manifest } as unknown as Session;
  const wanted = { item, settings, pictures: {}, kept: {}, preview: null, rasters: createRasters() };
  const made = await runTool({ tool, session }, wanted, watch);
  return { tried, made };
}

test('each network that cannot be loaded is done without, and named, and the others work on', async () => {
  const { tried, made } = await runWithout(restoration, 'migan', 'upscale-photo');
  expect(tried).toEqual(['fill.holes', 'restore.noise', 'net.denoise', 'restore.tones', 'sharpen.instant']);
  expect(made.ok && made.value.notes).toEqual([
    { code: 'model.unloaded', name: 'migan' },
    { code: 'model.unloaded', name: 'upscale-photo' },
  ]);
});

test('where no network can be loaded all is calculated', async () => {
  const { tried, made } = await runWithout(restoration, 'fdncnn', 'migan', 'upscale-photo');
  expect(tried).toEqual(['fill.holes', 'restore.noise', 'restore.smooth', 'restore.tones', 'sharpen.instant']);
  expect(made.ok).toBe(true);
});

test('marks are calculated out and filled without the networks that cannot be loaded', async () => {
  const { tried, made } = await runWithout(watermark, 'migan', 'overlay-finder');
  expect(tried).toEqual(['marks.estimate', 'marks.measure', 'marks.unblend', 'marks.residue', 'fill.holes']);
  expect(made.ok && made.value.notes.map(({ code }) => code)).toEqual(['model.unloaded', 'model.unloaded']);
});

test('a model whose adapter this program does not know is an outcome that names both, not an exception', async () => {
  const models = MANIFEST.models.map((model) => (model.id === 'migan' ? { ...model, adapter: 'mi-gan' } : model));
  const { tried, made } = await runIn({ ...MANIFEST, models }, restoration);
  expect(tried).toEqual([]);
  expect(made).toEqual({
    ok: false,
    error: {
      code: 'model.unknownAdapter',
      name: 'migan',
      details: 'The model “migan” has the unknown adapter “mi-gan”. Did you mean “migan”?',
    },
  });
});
