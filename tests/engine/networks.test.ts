import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Laboratory, openLaboratory } from './lab.ts';
import { enlarging, heavy, modelFiles, type StandIn } from './networks.ts';

const tile = { overlap: 8, scale: 4 };
const standIns: readonly StandIn[] = [
  { id: 'enlarging', adapter: 'srvgg', tile, content: enlarging },
  { id: 'heavy', adapter: 'srvgg', content: heavy(24) },
  { id: 'broken', adapter: 'srvgg', content: enlarging.slice(0, 100), sha256: '0'.repeat(64) },
  { id: 'absent', adapter: 'srvgg', content: enlarging, file: 'nowhere.onnx' },
];

const inPage = `
  window.enlargedRightly = async (gpu) => {
    const { pixels, job, step, create, device } = window.lab;
    const engine = create(gpu ? { gpu: { maxBufferBytes: 1e9, maxTextureSide: 8192, half: false } } : {});
    const colour = (x, y) => [(7 * x + 3 * y) % 256, (x * y) % 256, (x + 2 * y) % 256, 255];
    const request = job(pixels(300, 200, colour), [step('net.upscale', { model: 'enlarging', scale: 4 })]);
    const stages = [];
    const onProgress = ({ stage, parts }) => stages.push(stage + (parts ? ' ' + parts.done + '/' + parts.total : ''));
    const outcome = await engine.run(request, { signal: new AbortController().signal, onProgress });
    if (!outcome.ok) return outcome;
    const { result } = outcome.value.values;
    let wrong = result.width === 1200 && result.height === 800 ? 0 : 1;
    for (let y = 0; y < 800; y++) for (let x = 0; x < 1200; x++) {
      const expected = colour(x >> 2, y >> 2);
      for (let c = 0; c < 4; c++) if (result.data[4 * (y * 1200 + x) + c] !== expected[c]) wrong++;
    }
    engine.close();
    return { wrong, backend: outcome.value.backend, notes: outcome.value.notes.map(({ code }) => code), stages };
  };`;

type Enlarged = {
  readonly wrong: number;
  readonly backend: string;
  readonly notes: readonly string[];
  readonly stages: readonly string[];
};
const enlarge = (lab: Laboratory, gpu: boolean): Promise<Enlarged> =>
  lab.page.evaluate(
    (on) => (window as unknown as { enlargedRightly: (gpu: boolean) => never }).enlargedRightly(on),
    gpu,
  );

describe.each([true, false])('networks, isolated: %s', (isolated) => {
  let lab: Laboratory;
  beforeAll(async () => {
    lab = await openLaboratory({ isolated, files: modelFiles(standIns) });
    await lab.page.evaluate(inPage);
  });
  afterAll(() => lab.close());

  it('run tile by tile in WebAssembly without seams', async () => {
    const found = await enlarge(lab, false);
    expect(found).toMatchObject({ wrong: 0, backend: 'wasm', notes: [] });
    expect(found.stages).toContain('process 6/6');
    const order = [...new Set(found.stages.map((stage) => stage.split(' ')[0]))];
    expect(order.slice(0, 2)).toEqual(['decode', 'download']);
    expect(order.at(-1)).toBe('process');
  });

  it('fall back to WebAssembly if WebGPU does not start', async () => {
    const found = await enlarge(lab, true);
    expect(found).toMatchObject({ wrong: 0, backend: 'wasm', notes: ['device.wrongResults'] });
  });

  it('are loaded from the site itself, under its policy', () => {
    expect(lab.complaints).toEqual([]);
    expect(lab.requests.every((path) => /^\/($|assets\/|models\/)/.test(path))).toBe(true);
    const scripts = lab.requests.filter((path) => path.endsWith('.mjs'));
    // Threads load the runtime's script again by its URL.
    expect(scripts.length).toBeGreaterThan(isolated ? 1 : 0);
  });
});

describe('networks on WebGPU', () => {
  it('run there once their results match WebAssembly, and fall back when the device is lost', async () => {
    const args = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];
    const lab = await openLaboratory({ files: modelFiles(standIns), args });
    await lab.page.evaluate(inPage);
    const adapter = await lab.page.evaluate(async () => {
      const { gpu } = navigator as unknown as { gpu?: { requestAdapter: () => Promise<object | null> } };
      return ((await gpu?.requestAdapter()) ?? null) !== null;
    });
    // An emulated GPU, which the site ignores; this test uses it nevertheless.
    expect(await lab.page.evaluate(() => window.lab.device.gpu)).toBeNull();
    const found = await enlarge(lab, true);
    expect(found).toMatchObject({ wrong: 0, backend: adapter ? 'webgpu' : 'wasm' });
    const lost = await lab.page.evaluate(async () => {
      const { pixels, job, step, create } = window.lab;
      const engine = create({ gpu: { maxBufferBytes: 1e9, maxTextureSide: 8192, half: false } });
      const picture = pixels(40, 30, (x, y) => [6 * x, 8 * y, 99, 255]);
      const network = step('net.upscale', { model: 'enlarging', scale: 4 }, { picture: 'lost' });
      const run = async (op: string) => {
        const request = job(picture, [{ ...step(op), output: 'lost' }, network]);
        const outcome = await engine.run(request, { signal: new AbortController().signal });
        if (!outcome.ok) return outcome;
        const { result } = outcome.value.values;
        const corner = result && 'data' in result ? [...result.data.slice(-4)] : null;
        return { corner, backend: outcome.value.backend, notes: outcome.value.notes.map(({ code }) => code) };
      };
      const runs = [await run('same'), await run('loseGraphics'), await run('same')];
      const { started } = engine.state();
      engine.close();
      return { runs, started };
    });
    const corner = [234, 232, 99, 255];
    const onChip = { corner, backend: adapter ? 'webgpu' : 'wasm' };
    // The same job continues with WebAssembly, as do later jobs of the worker.
    expect(lost).toMatchObject({
      runs: [onChip, { corner, backend: 'wasm' }, { corner, backend: 'wasm' }],
      started: 1,
    });
    if (adapter) expect(lost.runs[1]).toMatchObject({ notes: ['device.lostGraphics'] });
    expect(lab.complaints).toEqual([]);
    await lab.close();
  });
});

describe('networks that cannot be loaded', () => {
  let lab: Laboratory;
  beforeAll(async () => {
    lab = await openLaboratory({ files: modelFiles(standIns) });
  });
  afterAll(() => lab.close());

  it.each([
    ['nobody', { code: 'model.missingNoFallback', name: 'nobody' }],
    ['broken', { code: 'model.check', name: 'broken' }],
    ['absent', { code: 'model.download', done: 0, total: enlarging.length }],
  ])('are named: %s', async (model, error) => {
    const outcome = await lab.page.evaluate(async (id) => {
      const { pixels, job, step, run } = window.lab;
      return (
        await run(
          job(
            pixels(8, 8, () => [0, 0, 0, 255]),
            [step('net.upscale', { model: id, scale: 4 })],
          ),
        )
      ).outcome;
    }, model);
    expect(outcome).toMatchObject({ ok: false, error });
  });

  it('stay loaded until their job ends if the model is removed', async () => {
    const found = await lab.page.evaluate(async () => {
      const { pixels, job, step, create } = window.lab;
      const engine = create();
      const request = job(
        pixels(700, 500, () => [9, 9, 9, 255]),
        [step('net.denoise', { model: 'heavy', sigma: 1 })],
      );
      let removedAt = 0;
      const outcome = await engine.run(request, {
        signal: new AbortController().signal,
        onProgress: ({ stage, parts }) => {
          if (stage !== 'process' || !parts || removedAt > 0) return;
          removedAt = parts.done / parts.total;
          engine.release();
        },
      });
      const open = await engine.run(request, { signal: new AbortController().signal });
      engine.close();
      return {
        removedAt,
        first: outcome.ok || outcome.error,
        next: open.ok || open.error,
        started: engine.state().started,
      };
    });
    expect(found.removedAt).toBeLessThan(1);
    expect(found.removedAt).toBeGreaterThan(0);
    expect(found).toMatchObject({ first: true, next: true, started: 1 });
  });

  it('release all memory: create, release, create again', async () => {
    const found = await lab.page.evaluate(async () => {
      const { pixels, job, step, run, engine } = window.lab;
      const request = job(
        pixels(64, 64, () => [9, 9, 9, 255]),
        [step('net.denoise', { model: 'heavy', sigma: 1 })],
      );
      const heap = async () => {
        const { outcome } = await run(
          job(
            pixels(1, 1, () => [0, 0, 0, 255]),
            [step('heap', {}, {})],
          ),
        );
        const result = outcome.ok ? outcome.value.values.result : undefined;
        return result && 'facts' in result ? Number(result.facts.bytes) : Number.NaN;
      };
      const round = async () => {
        const { outcome } = await run(request);
        if (!outcome.ok) throw new Error(outcome.error.code);
        engine.release();
      };
      for (let i = 0; i < 3; i++) await round();
      const before = await heap();
      for (let i = 0; i < 12; i++) await round();
      return { before, after: await heap(), started: engine.state().started };
    });
    expect(found.started).toBe(1);
    expect(found.before).toBeGreaterThan(24e6);
    expect(found.after).toBe(found.before);
  });
});
