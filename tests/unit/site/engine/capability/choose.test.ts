import { describe, expect, it } from 'vitest';
import {
  availableBytes,
  choosePlan,
  estimateBytes,
  planBackend,
} from '../../../../../site/engine/capability/choose.ts';
import { networkNeeds } from '../../../../../site/engine/capability/costs.ts';
import type { Device, Needs } from '../../../../../site/engine/types.ts';

const device: Device = {
  cores: 8,
  memoryGb: 8,
  mobile: false,
  isolated: true,
  wasmSimd: true,
  gpu: null,
  canvas: { area: 124e6, side: 16384 },
  offscreenCanvas: true,
  imageDecoder: true,
  webCodecs: true,
  opfs: true,
  clipboardWrite: true,
  writesWebp: true,
};
const gpu = { maxBufferBytes: 1e9, maxTextureSide: 8192, half: true };
const needs = (megapixels: number, scale = 1): Needs => {
  const side = Math.round(Math.sqrt(megapixels * 1e6));
  return {
    source: { width: side, height: side },
    output: { width: side * scale, height: side * scale },
    workCopies: 2,
    models: [],
    activationBytes: 4000,
    tile: { max: 256, min: 64 },
    needsGpu: false,
  };
};

describe('the chosen back-end', () => {
  it('has at most four threads, and one without shared memory', () => {
    expect(planBackend(device)).toEqual({ backend: 'wasm', threads: 4 });
    expect(planBackend({ ...device, cores: 2 }).threads).toBe(2);
    expect(planBackend({ ...device, isolated: false }).threads).toBe(1);
    expect(planBackend({ ...device, gpu }).backend).toBe('webgpu');
  });
});

describe('a job that fits into memory', () => {
  it('gets the largest tile, and WebGPU if there is a graphics chip', () => {
    const plan = choosePlan(needs(4), { ...device, gpu });
    expect(plan).toMatchObject({ ok: true, value: { backend: 'webgpu', tileSide: 256, threads: 4 } });
  });

  it('needs memory for every picture, network and tile', () => {
    const one = estimateBytes({ ...needs(1), activationBytes: 0 }, 256);
    expect(estimateBytes({ ...needs(2), activationBytes: 0 }, 256) - one).toBeCloseTo(4 * 4e6, -5);
    expect(estimateBytes({ ...needs(1), activationBytes: 0, workCopies: 3 }, 256) - one).toBe(4e6);
  });

  it('needs memory for one network at a time, and none beside the steps after it', () => {
    const model = (bytes: number) => ({ adapter: 'srvgg', bytes }) as Needs['models'][number];
    const pixels = 2 * 4e6;
    const tiled = { ...needs(1), models: [model(1e6), model(3e6)] };
    const base = estimateBytes({ ...needs(1), workCopies: 0, models: [] }, 0) - pixels;
    expect(estimateBytes(tiled, 128)).toBe(base + pixels + 2 * 3e6 + 4000 * 128 * 128);
    expect(estimateBytes({ ...tiled, workCopies: 50 }, 128)).toBe(base + pixels + 50 * 4e6);
  });

  it('gets smaller tiles before it is rejected', () => {
    const phone = { ...device, mobile: true, memoryGb: 2 };
    const models = [{ adapter: 'srvgg', bytes: 1e6 } as Needs['models'][number]];
    expect(choosePlan({ ...needs(4), models }, phone)).toMatchObject({ ok: true, value: { tileSide: 256 } });
    expect(choosePlan({ ...needs(16), models }, phone)).toMatchObject({ ok: true, value: { tileSide: 128 } });
  });
});

describe('a job with networks', () => {
  const model = (adapter: string) => ({ adapter, bytes: 2e6 }) as Needs['models'][number];

  it('needs memory for the largest of them', () => {
    const tiled = networkNeeds([model('srvgg'), model('fdncnn')]);
    expect(tiled).toMatchObject({ networkBytes: 0, tile: { max: 192, min: 64 } });
    const mixed = networkNeeds([model('srvgg'), model('migan'), model('sam-decoder')]);
    expect(mixed).toMatchObject({ networkBytes: 255e6, activationBytes: tiled.activationBytes });
    expect(networkNeeds([])).toEqual({ models: [], networkBytes: 0, activationBytes: 0, tile: null });
  });

  it('is rejected if the device is too small for one', () => {
    const phone = { ...device, mobile: true, memoryGb: 1 };
    expect(choosePlan({ ...needs(1), ...networkNeeds([model('migan')]) }, phone)).toMatchObject({ ok: false });
    expect(choosePlan({ ...needs(1), ...networkNeeds([model('migan')]) }, device)).toMatchObject({ ok: true });
  });
});

describe('a job that does not fit into memory', () => {
  it('is rejected with the figures and a suggested size that fits', () => {
    const phone = { ...device, mobile: true, memoryGb: 4 };
    const requested = needs(24, 4);
    const refused = choosePlan(requested, phone);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'file.tooLarge', width: 4 * 4899, height: 4 * 4899, available: 1e9 },
    });
    if (refused.ok || refused.error.code !== 'file.tooLarge' || !refused.error.suggestedSize)
      throw new Error('no suggested size');
    const { needed, suggestedSize } = refused.error;
    expect(needed).toBeGreaterThan(availableBytes(phone));
    const scale = suggestedSize.width / requested.output.width;
    const source = { width: requested.source.width * scale, height: requested.source.height * scale };
    expect(choosePlan({ ...requested, source, output: suggestedSize }, phone)).toMatchObject({ ok: true });
    // The suggestion is close to the largest size that fits.
    expect(suggestedSize.width * suggestedSize.height).toBeGreaterThan(30e6);
  });

  it('keeps the proportions in the suggested size', () => {
    const wide: Needs = {
      ...needs(1),
      source: { width: 40000, height: 10000 },
      output: { width: 40000, height: 10000 },
    };
    const refused = choosePlan(wide, { ...device, memoryGb: 4 });
    if (refused.ok || refused.error.code !== 'file.tooLarge' || !refused.error.suggestedSize)
      throw new Error('no suggested size');
    expect(refused.error.suggestedSize.width / refused.error.suggestedSize.height).toBeCloseTo(4, 1);
  });

  it('is rejected without a suggested size if the network alone does not fit', () => {
    const model = { bytes: 3e9 } as Needs['models'][number];
    expect(choosePlan({ ...needs(1), models: [model] }, device)).toMatchObject({
      ok: false,
      error: { suggestedSize: null },
    });
  });

  it('reports what is missing', () => {
    const model = { bytes: 1 } as Needs['models'][number];
    const old = { ...device, wasmSimd: false };
    expect(choosePlan({ ...needs(1), models: [model] }, old)).toEqual({ ok: false, error: { code: 'device.noWasm' } });
    expect(choosePlan(needs(1), old).ok).toBe(true);
    expect(choosePlan({ ...needs(1), needsGpu: true }, device)).toEqual({
      ok: false,
      error: { code: 'device.needsWebGpu' },
    });
  });
});
