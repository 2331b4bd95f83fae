import { canvasWrites } from '../codecs/canvas-writes.ts';
import { EMULATED_CHIP } from '../gpu/emulated.ts';
import type { Device } from '../types.ts';

/** The part of WebGPU that is used here; TypeScript's library does not declare it. */
type Adapter = {
  readonly isFallbackAdapter?: boolean;
  readonly info?: {
    readonly architecture?: string;
    readonly vendor?: string;
    readonly description?: string;
    readonly isFallbackAdapter?: boolean;
  };
  readonly features: ReadonlySet<string>;
  readonly limits: { readonly maxBufferSize: number; readonly maxTextureDimension2D: number };
};
type Gpu = { readonly requestAdapter: (options: { powerPreference: string }) => Promise<Adapter | null> };

/** Properties of `Navigator` that not every browser has. */
type Optional = { readonly deviceMemory?: number; readonly gpu?: Gpu };

/** Globals of the browser; tests pass their own. */
export type BrowserGlobals = {
  readonly navigator: Navigator;
  readonly scope: typeof globalThis;
};

/** Detects what the device can do in a few milliseconds. Never rejects. */
export async function detectDevice({ navigator, scope }: BrowserGlobals): Promise<Device> {
  const apple = /^Apple/.test(navigator.vendor ?? '');
  const mobile = isMobile(navigator, apple);
  const extra = navigator as unknown as Optional;
  return {
    cores: navigator.hardwareConcurrency || 1,
    memoryGb: extra.deviceMemory ?? null,
    mobile,
    isolated: scope.crossOriginIsolated === true && 'SharedArrayBuffer' in scope,
    wasmSimd: hasWasmSimd(),
    gpu: await hardwareGpu(extra.gpu),
    canvas: canvasLimits(apple, mobile),
    offscreenCanvas: 'OffscreenCanvas' in scope,
    imageDecoder: 'ImageDecoder' in scope,
    webCodecs: 'VideoDecoder' in scope && 'VideoEncoder' in scope,
    opfs: typeof navigator.storage?.getDirectory === 'function',
    clipboardWrite: typeof navigator.clipboard?.write === 'function' && 'ClipboardItem' in scope,
    writesWebp: await canvasWrites('image/webp', scope),
  };
}

function isMobile(navigator: BrowserGlobals['navigator'], apple: boolean): boolean {
  // iPads report a desktop user agent, but have several touch points.
  return /Android|iPhone|iPad|Mobile/i.test(navigator.userAgent) || (apple && navigator.maxTouchPoints > 1);
}

/** A module with one SIMD instruction: valid only where SIMD is supported. */
const SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

export function hasWasmSimd(): boolean {
  try {
    return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD);
  } catch {
    return false;
  }
}

/** The graphics chip; null where it is emulated, which is far slower than WebAssembly. */
async function hardwareGpu(gpu: Gpu | undefined): Promise<Device['gpu']> {
  if (!gpu) return null;
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (!adapter || isEmulated(adapter)) return null;
  return {
    maxBufferBytes: adapter.limits.maxBufferSize,
    maxTextureSide: adapter.limits.maxTextureDimension2D,
    half: adapter.features.has('shader-f16'),
  };
}

function isEmulated({ isFallbackAdapter, info }: Adapter): boolean {
  const name = `${info?.architecture} ${info?.vendor} ${info?.description}`;
  return isFallbackAdapter === true || info?.isFallbackAdapter === true || EMULATED_CHIP.test(name);
}

/**
 * Documented limits of canvases: browsers do not report them, and trying needs all of that memory. `codecs/encode.ts`
 * checks whether the pixels arrived.
 */
function canvasLimits(apple: boolean, mobile: boolean): Device['canvas'] {
  if (apple && mobile) return { area: 16_777_216, side: 4096 };
  if (apple || mobile) return { area: 67_108_864, side: 8192 };
  return { area: 124_000_000, side: 16_384 };
}
