import { describe, expect, it } from 'vitest';
import { type BrowserGlobals, detectDevice, hasWasmSimd } from '../../../../../site/engine/capability/detect.ts';

type Nav = BrowserGlobals['navigator'];
const limits = { maxBufferSize: 2 ** 30, maxTextureDimension2D: 16384 };
const adapter = (rest: object) => ({ features: new Set(['shader-f16']), limits, ...rest });

function detect(navigator: Partial<Nav> | object, scope: object = {}) {
  return detectDevice({ navigator: navigator as Nav, scope: scope as typeof globalThis });
}

const withGpu = (answer: unknown) => ({ gpu: { requestAdapter: async () => answer } });

describe('detectDevice and hasWasmSimd', () => {
  it('returns low limits if the browser reports nothing', async () => {
    const device = await detect({});
    expect(device).toMatchObject({
      cores: 1,
      memoryGb: null,
      isolated: false,
      gpu: null,
      opfs: false,
      webCodecs: false,
    });
  });

  it('returns a small canvas limit for Apple’s phones', async () => {
    const phone = { vendor: 'Apple Computer, Inc.', userAgent: 'iPhone', maxTouchPoints: 5 };
    const tablet = { vendor: 'Apple Computer, Inc.', userAgent: 'Macintosh', maxTouchPoints: 5 };
    for (const navigator of [phone, tablet]) {
      expect(await detect(navigator)).toMatchObject({ mobile: true, canvas: { area: 4096 * 4096 } });
    }
    const mac = await detect({ vendor: 'Apple Computer, Inc.', userAgent: 'Macintosh', maxTouchPoints: 0 });
    expect(mac.mobile).toBe(false);
    expect(mac.canvas.area).toBeGreaterThan(50e6);
  });

  it('reports shared memory only in an isolated page', async () => {
    const scope = { SharedArrayBuffer };
    expect((await detect({}, scope)).isolated).toBe(false);
    expect((await detect({}, { ...scope, crossOriginIsolated: true })).isolated).toBe(true);
  });

  it('reports WebGPU only if there is a hardware adapter', async () => {
    expect((await detect(withGpu(adapter({ info: { architecture: 'ampere' } })))).gpu).toMatchObject({ half: true });
    const emulated = [
      { isFallbackAdapter: true },
      { info: { isFallbackAdapter: true } },
      { info: { architecture: 'swiftshader' } },
      { info: { vendor: 'mesa', description: 'llvmpipe (LLVM 15)' } },
      { info: { description: 'Microsoft Basic Render Driver' } },
    ];
    for (const info of emulated) expect((await detect(withGpu(adapter(info)))).gpu).toBeNull();
    expect((await detect(withGpu(null))).gpu).toBeNull();
    expect((await detect({ gpu: { requestAdapter: () => Promise.reject(new Error('lost')) } })).gpu).toBeNull();
  });

  it('reports WebP if a canvas writes it, and does not give up where canvases fail', async () => {
    const writing = (convertToBlob: () => Promise<Blob>) => ({
      OffscreenCanvas: class {
        readonly convertToBlob = convertToBlob;
        getContext = () => null;
      },
    });
    const written = async (scope: object) => (await detect({}, scope)).writesWebp;
    expect(await written(writing(async () => new Blob([], { type: 'image/webp' })))).toBe(true);
    // The HTML standard has PNG written in place of a format that the browser does not know.
    expect(await written(writing(async () => new Blob([], { type: 'image/png' })))).toBe(false);
    expect(await written(writing(() => Promise.reject(new Error('no canvas'))))).toBe(false);
    expect(await written({})).toBe(false);
  });

  it('reports SIMD if the engine validates it', () => {
    expect(hasWasmSimd()).toBe(true);
  });
});
