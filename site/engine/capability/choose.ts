import { failed, type Outcome, type ToolError } from '../errors.ts';
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

/** Jobs with less memory than this are frugal with it, in bytes. */
const FRUGAL_BYTES = 1.5e9;

/** Whether a job that may hold this many bytes must be frugal: phones, and computers that report little memory. */
export const isMemoryShort = (available: number): boolean => available < FRUGAL_BYTES;

/**
 * Bytes that a job holds at its peak, with tiles of a side in pixels. Networks run one at a time, and their memory is freed
 * before the pixels around them are computed where memory is short: the larger of both counts.
 */
export function estimateBytes(needs: Needs, tileSide: number): number {
  const { source, output, workCopies, models, activationBytes, networkBytes = 0 } = needs;
  const pixels = ({ width, height }: Size) => width * height * 4;
  const weights = Math.max(0, ...models.map(({ bytes }) => bytes * MODEL_FACTOR));
  const network = models.length > 0 ? weights + Math.max(networkBytes, activationBytes * tileSide * tileSide) : 0;
  const work = Math.max(workCopies * pixels(source), network);
  return Math.ceil(BASE_BYTES + pixels(source) + pixels(output) + work);
}

/**
 * How this device runs a job, or why it cannot, before any work. Tiles shrink before the job is refused; the refusal
 * suggests the largest result of the same proportions that fits, or null.
 */
export function choosePlan(needs: Needs, device: Device): Outcome<DevicePlan> {
  const missing = missingFeature(needs, device);
  if (missing) return failed(missing);
  const available = availableBytes(device);
  const fitting = tileSides(needs).find((tileSide) => estimateBytes(needs, tileSide) <= available);
  if (fitting !== undefined) return { ok: true, value: planWith(needs, device, fitting) };
  const minTile = minTileOf(needs);
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

/** Bytes above which no job is attempted: WebAssembly and typed arrays allow no more. */
const MAX_BYTES = 4 * GIGABYTE;

/**
 * How this device attempts a job that its estimated memory does not allow, in the smallest tiles: an estimate is no proof,
 * and pictures and masks survive a lack of memory. Refuses what no browser can hold.
 */
export function attemptPlan(needs: Needs, device: Device): Outcome<DevicePlan> {
  const chosen = choosePlan(needs, device);
  if (chosen.ok || chosen.error.code !== 'file.tooLarge') return chosen;
  const plan = planWith(needs, device, minTileOf(needs));
  return plan.memory <= MAX_BYTES ? { ok: true, value: plan } : chosen;
}

function missingFeature({ models, needsGpu }: Needs, device: Device): ToolError | null {
  if (models.length > 0 && !device.wasmSimd) return { code: 'device.noWasm' };
  return needsGpu && !device.gpu ? { code: 'device.needsWebGpu' } : null;
}

function planWith(needs: Needs, device: Device, tileSide: number): DevicePlan {
  const { backend, threads } = planBackend(device);
  const memory = estimateBytes(needs, tileSide);
  return { backend, threads, tileSide, memory };
}

const minTileOf = ({ tile }: Needs): number => tile?.min ?? 0;

function tileSides({ tile }: Needs): readonly number[] {
  if (!tile) return [0];
  const sides: number[] = [];
  for (let side = tile.max; side > tile.min; side = Math.floor(side / 2)) sides.push(side);
  return [...sides, tile.min];
}

/** Sides of suggested sizes are multiples of this, in pixels. */
const SUGGESTED_STEP_PX = 8;

/** The largest size of the output, in its proportions, for which the job fits; null where it is too small to be of use. */
function suggestedSize(needs: Needs, tileSide: number, available: number): Size | null {
  const longSide = Math.max(needs.output.width, needs.output.height);
  const scaled = ({ width, height }: Size, steps: number): Size => {
    const factor = (steps * SUGGESTED_STEP_PX) / longSide;
    return { width: Math.floor(width * factor), height: Math.floor(height * factor) };
  };
  const fits = (steps: number): boolean =>
    estimateBytes({ ...needs, source: scaled(needs.source, steps), output: scaled(needs.output, steps) }, tileSide) <=
    available;
  let [low, high] = [0, Math.ceil(longSide / SUGGESTED_STEP_PX)];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const size = scaled(needs.output, low);
  return Math.min(size.width, size.height) >= 1 && low * SUGGESTED_STEP_PX >= MIN_SUGGESTED_SIDE_PX ? size : null;
}
