import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../../scripts/models/settings.mjs';
import type { MatteAdapter, TiledAdapter } from '../../../../../site/engine/adapters/adapter.ts';
import { ADAPTERS, adapterFor, adapterOf } from '../../../../../site/engine/adapters/registry.ts';
import { choosePlan } from '../../../../../site/engine/capability/choose.ts';
import { networkNeeds } from '../../../../../site/engine/capability/costs.ts';
import { expectedMs } from '../../../../../site/engine/capability/durations.ts';
import { attempt, done } from '../../../../../site/engine/errors.ts';
import type { Model } from '../../../../../site/engine/manifest.ts';
import { DEVICE, GPU, MANIFEST } from '../../tools/plan-of.ts';

const settings = readSettings(
  readFileSync(new URL('../../../../../config/models.yaml', import.meta.url), 'utf8'),
  'models.yaml',
);
const models = settings.ok ? settings.value.models : [];
const model = (adapter: string): Model => ({ ...MANIFEST.models[0]!, id: 'new-model', bytes: 3e6, adapter });

function errorOf(work: () => unknown) {
  const outcome = attempt(() => done(work()));
  return outcome.ok ? null : outcome.error;
}

describe('the registry of adapters', () => {
  it('has the adapter of every model of config/models.yaml, enabled or not', () => {
    expect(models.length).toBeGreaterThan(10);
    for (const entry of models) expect(() => adapterOf(entry)).not.toThrow();
  });

  it('states memory and time of every adapter', () => {
    for (const { cost } of Object.values(ADAPTERS)) {
      const { wasm, webgpu = wasm } = cost.seconds;
      expect(Math.min(...Object.values(cost.bytes), ...Object.values(wasm), ...Object.values(webgpu))).toBeGreaterThan(
        0,
      );
    }
  });

  it('names the model, the unknown adapter and the nearest one when an adapter is misspelt', () => {
    expect(errorOf(() => adapterOf(model('birefnett')))).toEqual({
      code: 'model.unknownAdapter',
      name: 'new-model',
      details: 'The model “new-model” has the unknown adapter “birefnett”. Did you mean “birefnet”?',
    });
    const detailsOf = (adapter: string) => errorOf(() => adapterOf(model(adapter)))?.details;
    expect(detailsOf('stable-diffusion')).toContain('Known adapters: u2net, isnet, birefnet,');
    expect(detailsOf('toString')).toContain('unknown adapter “toString”');
  });

  it('refuses a model whose adapter is for another task', () => {
    expect(adapterFor('matte', model('u2net'))).toBe(ADAPTERS.u2net);
    expect(() => adapterFor('inpaint', model('u2net'))).toThrow('for the task “matte”; it cannot do “inpaint”');
  });
});

describe('a new kind of network', () => {
  const heavy: MatteAdapter = {
    task: 'matte',
    cost: { bytes: { run: 123e6 }, seconds: { wasm: { run: 7 } } },
    prepare: () => ({}),
    read: () => ({ width: 1, height: 1, data: new Float32Array(1) }),
  };
  const tiled: TiledAdapter = {
    task: 'tiles',
    cost: { bytes: { tilePixel: 8000 }, seconds: { wasm: { megapixel: 40 }, webgpu: { megapixel: 1 } } },
    multiple: 8,
    prepare: () => ({}),
    read: () => ({ width: 1, height: 1, planes: [] }),
  };
  const adapters = { ...ADAPTERS, heavy, tiled };
  const source = { width: 1000, height: 1000 };
  const timeOf = (adapter: string, device: typeof DEVICE) =>
    expectedMs(
      {
        steps: [{ op: 'net.x', params: { model: 'new-model' }, inputs: {}, output: 'y' }],
        models: [model(adapter)],
        source,
        tileSide: 0,
        started: ['new-model'],
        adapters,
      },
      device,
    );

  it('is planned with the memory and the time that its adapter states', () => {
    const needs = networkNeeds([model('heavy')], adapters);
    expect(needs).toMatchObject({ networkBytes: 123e6, activationBytes: 0, tile: null });
    expect(timeOf('heavy', { ...DEVICE, cores: 1 })).toBe(7000);
    expect(timeOf('heavy', { ...GPU, cores: 1 })).toBe(7000);
    const whole = { source, output: source, workCopies: 1, ...needs, needsGpu: false };
    expect(choosePlan(whole, GPU)).toMatchObject({ ok: true, value: { backend: 'webgpu' } });
    expect(choosePlan(whole, { ...DEVICE, memoryGb: 0.25 })).toMatchObject({ ok: false });
  });

  it('runs in tiles and on the graphics chip when its adapter says so', () => {
    const needs = networkNeeds([model('tiled'), model('heavy')], adapters);
    expect(needs).toMatchObject({ networkBytes: 123e6, activationBytes: 8000 });
    expect(networkNeeds([model('tiled')], adapters)).toMatchObject({ tile: { max: 192, min: 64 } });
    expect(timeOf('tiled', { ...DEVICE, cores: 1 })).toBeCloseTo(40 * timeOf('tiled', GPU), 5);
  });

  it('is an error in a plan while no adapter is registered', () => {
    expect(errorOf(() => networkNeeds([model('heavy')]))?.code).toBe('model.unknownAdapter');
  });
});
