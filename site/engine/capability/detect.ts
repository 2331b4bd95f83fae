import type { Device } from '../types.ts';

/** The part of WebGPU that is looked at; the library of types does not know it. */
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

/** What not every browser has. */
type Extra = { readonly deviceMemory?: number; readonly gpu?: Gpu };

/** What of the browser is asked; tests hand in what they like. */
export type Surroundings = {
  readonly navigator: Navigator;
  readonly scope: typeof globalThis;
};

/** Finds out what the device can do: cheap questions only, a few milliseconds. Never rejects. */
export async function detectDevice({ navigator, scope }: Surroundings): Promise<Device> {
  const apple = /^Apple/.test(navigator.vendor ?? '');
  const mobile = isMobile(navigator, apple);
  const extra = navigator as unknown as Extra;
  return {
    cores: navigator.hardwareConcurrency || 1,
    memoryGb: extra.deviceMemory ?? null,
    mobile,
    isolated: scope.crossOriginIsolated === true && 'SharedArrayBuffer' in scope,
    wasmSimd: hasWasmSimd(),
    gpu: await realGpu(extra.gpu),
    canvas: canvasLimits(apple, mobile),
    offscreenCanvas: 'OffscreenCanvas' in scope,
    imageDecoder: 'ImageDecoder' in scope,
    webCodecs: 'VideoDecoder' in scope && 'VideoEncoder' in scope,
    opfs: typeof navigator.storage?.getDirectory === 'function',
    clipboardWrite: typeof navigator.clipboard?.write === 'function' && 'ClipboardItem' in scope,
  };
}

function isMobile(navigator: Surroundings['navigator'], apple: boolean): boolean {
  // Tablets of Apple call themselves computers, but have several touch points.
  return /Android|iPhone|iPad|Mobile/i.test(navigator.userAgent) || (apple && navigator.maxTouchPoints > 1);
}

/** A module with one instruction of SIMD: whoever finds it valid can run it. */
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

/**
 * A graphics chip that is worth using: an emulated one is far slower than WebAssembly. The program that uses it also
 * needs stack switching of WebAssembly (JSPI).
 */
async function realGpu(gpu: Gpu | undefined): Promise<Device['gpu']> {
  if (!gpu || !('Suspending' in WebAssembly)) return null;
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
  return (
    isFallbackAdapter === true ||
    info?.isFallbackAdapter === true ||
    /swiftshader|llvmpipe|software|basic render/i.test(name)
  );
}

/**
 * Browsers do not tell how large a canvas may be, and trying needs all of that memory. These are what they are known
 * to bear; who encodes looks whether the pixels came through.
 */
function canvasLimits(apple: boolean, mobile: boolean): Device['canvas'] {
  if (apple && mobile) return { area: 16_777_216, side: 4096 };
  if (apple || mobile) return { area: 67_108_864, side: 8192 };
  return { area: 124_000_000, side: 16_384 };
}
