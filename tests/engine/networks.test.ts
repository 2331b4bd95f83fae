import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Laboratory, openLaboratory } from './lab.ts';
import { enlarging, heavy, modelFiles, type StandIn, siteNetwork, withAnswer } from './networks.ts';

const tile = { overlap: 8, scale: 4 };
const standIns: readonly StandIn[] = [
  await withAnswer({ id: 'enlarging', adapter: 'srvgg', tile, content: enlarging }),
  { id: 'heavy', adapter: 'srvgg', content: heavy(24) },
  { id: 'broken', adapter: 'srvgg', content: enlarging.slice(0, 100), sha256: '0'.repeat(64) },
  { id: 'absent', adapter: 'srvgg', content: enlarging, file: 'nowhere.onnx' },
];

const inPage = `
  window.enlargedRightly = async ({ gpu, jspi = true, phone = false }) => {
    const { pixels, job, step, create, device } = window.lab;
    const little = { mobile: true, memoryGb: null };
    const engine = create(phone ? little : gpu ? { gpu: { maxBufferBytes: 1e9, maxTextureSide: 8192, half: false } } : {});
    const without = job(pixels(1, 1, () => [0, 0, 0, 255]), [step('withoutJspi', {}, {})]);
    if (!jspi) await engine.run(without, { signal: new AbortController().signal });
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
type Where = { readonly gpu: boolean; readonly jspi?: boolean; readonly phone?: boolean };
const enlarge = (lab: Laboratory, where: Where): Promise<Enlarged> =>
  lab.page.evaluate(
    (given) => (window as unknown as { enlargedRightly: (where: Where) => never }).enlargedRightly(given),
    where,
  );

describe.each([true, false])('networks, isolated: %s', (isolated) => {
  let lab: Laboratory;
  beforeAll(async () => {
    lab = await openLaboratory({ isolated, files: modelFiles(standIns) });
    await lab.page.evaluate(inPage);
  });
  afterAll(() => lab.close());

  it('run tile by tile in WebAssembly without seams', async () => {
    const found = await enlarge(lab, { gpu: false });
    expect(found).toMatchObject({ wrong: 0, backend: 'wasm', notes: [] });
    expect(found.stages).toContain('process 6/6');
    const order = [...new Set(found.stages.map((stage) => stage.split(' ')[0]))];
    expect(order.slice(0, 2)).toEqual(['decode', 'download']);
    expect(order.at(-1)).toBe('process');
  });

  it('run in a worker of their own where memory is short, with the same result', async () => {
    const before = lab.requests.filter((path) => path.includes('network.worker')).length;
    expect(before).toBe(0);
    expect(await enlarge(lab, { gpu: false, phone: true })).toMatchObject({ wrong: 0, backend: 'wasm', notes: [] });
    expect(lab.requests.filter((path) => path.includes('network.worker')).length).toBe(1);
  });

  it('fall back to WebAssembly if WebGPU does not start', async () => {
    const found = await enlarge(lab, { gpu: true });
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

/** Chromium with an emulated graphics chip, which the site ignores and these tests use. */
const args = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];

/** The runtime for WebGPU without JSPI, which the preparation of the models puts beside them. */
function compressedRuntime(): readonly (readonly [path: string, content: Uint8Array])[] {
  const folder = new URL('../../site/public/models/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.startsWith('ort-asyncify-'));
  return names.map((name) => [`/models/${name}`, readFileSync(new URL(name, folder))]);
}

describe.each(['with JSPI', 'without JSPI'])('networks on WebGPU, %s', (kind) => {
  const jspi = kind === 'with JSPI';
  let lab: Laboratory;
  beforeAll(async () => {
    // A network of the site that is small enough for an emulated chip.
    const networks = modelFiles(jspi ? [...standIns, siteNetwork('overlay-finder')] : standIns);
    lab = await openLaboratory({ files: new Map([...networks, ...compressedRuntime()]), args });
    await lab.page.evaluate(inPage);
  });
  afterAll(() => lab.close());

  it('run there once they give their known answer, and fall back when the device is lost', async () => {
    const adapter = await lab.page.evaluate(async () => {
      const { gpu } = navigator as unknown as { gpu?: { requestAdapter: () => Promise<object | null> } };
      return ((await gpu?.requestAdapter()) ?? null) !== null;
    });
    expect(adapter).toBe(true);
    expect(await lab.page.evaluate(() => window.lab.device.gpu)).toBeNull();
    const found = await enlarge(lab, { gpu: true, jspi });
    expect(found).toMatchObject({ wrong: 0, backend: 'webgpu', notes: [] });
    const lost = await lab.page.evaluate(async (withJspi) => {
      const { pixels, job, step, create } = window.lab;
      const engine = create({ gpu: { maxBufferBytes: 1e9, maxTextureSide: 8192, half: false } });
      const picture = pixels(40, 30, (x, y) => [6 * x, 8 * y, 99, 255]);
      const network = step('net.upscale', { model: 'enlarging', scale: 4 }, { picture: 'lost' });
      const signal = new AbortController().signal;
      if (!withJspi) await engine.run(job(picture, [step('withoutJspi', {}, {})]), { signal });
      const run = async (op: string) => {
        const outcome = await engine.run(job(picture, [{ ...step(op), output: 'lost' }, network]), { signal });
        if (!outcome.ok) return outcome;
        const { result } = outcome.value.values;
        const corner = result && 'data' in result ? [...result.data.slice(-4)] : null;
        return { corner, backend: outcome.value.backend, notes: outcome.value.notes.map(({ code }) => code) };
      };
      const runs = [await run('same'), await run('loseGraphics'), await run('same')];
      const { started } = engine.state();
      engine.close();
      return { runs, started };
    }, jspi);
    const corner = [234, 232, 99, 255];
    // The same job continues with WebAssembly, as do later jobs of the worker.
    expect(lost).toEqual({
      runs: [
        { corner, backend: 'webgpu', notes: [] },
        { corner, backend: 'wasm', notes: ['device.lostGraphics'] },
        { corner, backend: 'wasm', notes: [] },
      ],
      started: 1,
    });
    const runtime = lab.requests.filter((path) => /jspi|asyncify/.test(path) && !path.endsWith('.mjs'));
    expect(runtime.every((path) => path.includes(jspi ? 'jspi' : 'asyncify'))).toBe(true);
    expect(runtime.length).toBeGreaterThan(0);
    expect(lab.complaints).toEqual([]);
  });

  it.runIf(jspi)('of the site give what the processor gives, and the browser remembers it', async () => {
    const found = await lab.page.evaluate(async () => {
      const { pixels, job, step, create } = window.lab;
      const start = async () => {
        const engine = create({ gpu: { maxBufferBytes: 1e9, maxTextureSide: 8192, half: false } });
        const request = job(
          pixels(1, 1, () => [0, 0, 0, 255]),
          [step('startNetwork', { model: 'overlay-finder' }, {})],
        );
        const outcome = await engine.run(request, { signal: new AbortController().signal });
        engine.close();
        const result = outcome.ok ? outcome.value.values.result : undefined;
        return result && 'facts' in result ? result.facts.backend : outcome;
      };
      const verdicts = () =>
        new Promise<readonly unknown[]>((resolve) => {
          const opening = indexedDB.open('safelight-graphics', 1);
          opening.onsuccess = () => {
            const all = opening.result.transaction('verdicts').objectStore('verdicts').getAll();
            all.onsuccess = () => {
              opening.result.close();
              resolve(all.result);
            };
          };
        });
      const before = await verdicts();
      const first = await start();
      return { first, before, after: await verdicts() };
    });
    // The first verdict is that of the other test's network.
    expect(found).toEqual({ first: 'webgpu', before: [true], after: [true, true] });
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
        // Takes longer than the time between two reports of progress.
        pixels(2100, 1500, () => [9, 9, 9, 255]),
        [step('net.denoise', { model: 'heavy', sigma: 10 })],
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
        [step('net.denoise', { model: 'heavy', sigma: 10 })],
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
