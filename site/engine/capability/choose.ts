import { failed, type Outcome } from '../errors.ts';
import type { Backend, Device, DevicePlan, Needs, Size } from '../types.ts';

/** More threads gain little, and phones get hot. */
const MAX_THREADS = 4;
const GIGABYTE = 1e9;
/** Memory of the runtime, and what the browser needs around it. */
const BASE_BYTES = 120e6;
/** A started network holds its weights in full precision: twice the file. */
const MODEL_FACTOR = 2;
/** No size with a longer side below this is suggested, in pixels. */
const MIN_SUGGESTED_SIDE_PX = 64;

/** The back-end for networks, and how many threads WebAssembly may use. */
export function planBackend(device: Device): { readonly backend: Backend; readonly threads: number } {
  return {
    backend: device.gpu ? 'webgpu' : 'wasm',
    threads: device.isolated ? Math.max(1, Math.min(MAX_THREADS, device.cores)) : 1,
  };
}

/**
 * Bytes that a job may hold: half of the memory that the browser reports on a computer, a quarter on a phone, at most
 * what WebAssembly and typed arrays allow. Browsers that report nothing count as a phone of 3 GB or a computer of 6 GB.
 */
export function availableBytes({ memoryGb, mobile }: Device): number {
  const memory = memoryGb ?? (mobile ? 3 : 6);
  return Math.min(4 * GIGABYTE, memory * GIGABYTE * (mobile ? 0.25 : 0.5));
}

/** Bytes that a job holds at its peak, with tiles of a side in pixels. */
export function estimateBytes(needs: Needs, tileSide: number): number {
  const { source, output, workCopies, models, activationBytes, networkBytes = 0 } = needs;
  const pixels = ({ width, height }: Size) => width * height * 4;
  const networks = models.reduce((bytes, model) => bytes + model.bytes * MODEL_FACTOR, 0);
  const tile = activationBytes * tileSide * tileSide;
  return Math.ceil(BASE_BYTES + pixels(source) * (1 + workCopies) + pixels(output) + networks + networkBytes + tile);
}

/**
 * How this device runs a job, or why it cannot, before any work. Tiles shrink before the job is refused; the refusal
 * suggests the largest result of the same proportions that fits, or null.
 */
export function choosePlan(needs: Needs, device: Device): Outcome<DevicePlan> {
  if (needs.models.length > 0 && !device.wasmSimd) return failed({ code: 'device.noWasm' });
  if (needs.needsGpu && !device.gpu) return failed({ code: 'device.needsWebGpu' });
  const { backend, threads } = planBackend(device);
  const available = availableBytes(device);
  for (const tileSide of tileSides(needs)) {
    const memory = estimateBytes(needs, tileSide);
    if (memory > available) continue;
    return { ok: true, value: { backend: needs.gpuSafe ? backend : 'wasm', threads, tileSide, memory } };
  }
  const minTile = needs.tile?.min ?? 0;
  const { width, height } = needs.output;
  const needed = estimateBytes(needs, minTile);
  return failed({
    code: 'file.tooLarge',
    width,
    height,
    needed,
    available,
    suggestedSize: suggestedSize(needs, minTile, available),
  });
}

function tileSides({ tile }: Needs): readonly number[] {
  if (!tile) return [0];
  const sides: number[] = [];
  for (let side = tile.max; side > tile.min; side = Math.floor(side / 2)) sides.push(side);
  return [...sides, tile.min];
}

/** The output's size after scaling the whole job until it fits; its longer side is a multiple of 8 pixels. */
function suggestedSize(needs: Needs, tileSide: number, available: number): Size | null {
  const fixed = estimateBytes({ ...needs, source: EMPTY, output: EMPTY }, tileSide);
  const growing = estimateBytes(needs, tileSide) - fixed;
  if (fixed >= available || growing <= 0) return null;
  const scale = Math.sqrt((available - fixed) / growing);
  const { width, height } = needs.output;
  const longSide = Math.floor((Math.max(width, height) * scale) / 8) * 8;
  const factor = longSide / Math.max(width, height);
  const size = { width: Math.floor(width * factor), height: Math.floor(height * factor) };
  return Math.min(size.width, size.height) >= 1 && longSide >= MIN_SUGGESTED_SIDE_PX ? size : null;
}

const EMPTY: Size = { width: 0, height: 0 };
