import { describe, expect, it } from 'vitest';
import { type BrowserGlobals, detectDevice, hasWasmSimd } from '../../../../../site/engine/capability/detect.ts';

type Nav = BrowserGlobals['navigator'];
const limits = { maxBufferSize: 2 ** 30, maxTextureDimension2D: 16384 };
const adapter = (rest: object) => ({ features: new Set(['shader-f16']), limits, ...rest });

function detect(navigator: Partial<Nav> | object, scope: object = {}) {
  return detectDevice({ navigator: navigator as Nav, scope: scope as typeof globalThis });
}

const withGpu = (answer: unknown) => ({ gpu: { requestAdapter: async () => answer } });

describe('what the device can do', () => {
  it('is modest where nothing is known', async () => {
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

  it('knows the small canvases of phones by Apple', async () => {
    const phone = { vendor: 'Apple Computer, Inc.', userAgent: 'iPhone', maxTouchPoints: 5 };
    const tablet = { vendor: 'Apple Computer, Inc.', userAgent: 'Macintosh', maxTouchPoints: 5 };
    for (const navigator of [phone, tablet]) {
      expect(await detect(navigator)).toMatchObject({ mobile: true, canvas: { area: 4096 * 4096 } });
    }
    const mac = await detect({ vendor: 'Apple Computer, Inc.', userAgent: 'Macintosh', maxTouchPoints: 0 });
    expect(mac.mobile).toBe(false);
    expect(mac.canvas.area).toBeGreaterThan(50e6);
  });

  it('trusts shared memory only with isolation', async () => {
    const scope = { SharedArrayBuffer };
    expect((await detect({}, scope)).isolated).toBe(false);
    expect((await detect({}, { ...scope, crossOriginIsolated: true })).isolated).toBe(true);
  });

  it('takes a real adapter only', async () => {
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

  it('finds SIMD where it is, as here', () => {
    expect(hasWasmSimd()).toBe(true);
  });
});
