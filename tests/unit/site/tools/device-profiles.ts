import type { Device } from '../../../../site/engine/types.ts';

/** Common properties of browsers on phones and tablets: several cores, no graphics chip for networks. */
const PHONE: Device = {
  cores: 8,
  memoryGb: null,
  mobile: true,
  isolated: true,
  wasmSimd: true,
  gpu: null,
  canvas: { area: 67_108_864, side: 8192 },
  offscreenCanvas: true,
  imageDecoder: true,
  webCodecs: true,
  opfs: true,
  clipboardWrite: true,
  writesWebp: true,
};

/** Safari reports no memory; its canvases hold 16.7 megapixels. */
const APPLE: Device = { ...PHONE, canvas: { area: 16_777_216, side: 4096 } };

type Profile = {
  readonly name: string;
  readonly device: Device;
  /** Built-in memory in gigabytes. */
  readonly builtIn: number;
};

/**
 * Devices as `capability/detect.ts` sees them. Chrome on Android reports memory as a power of two of at most 8 GB, Safari
 * and Firefox report none.
 */
export const PROFILES: readonly Profile[] = [
  { name: 'iPhone 12', builtIn: 4, device: { ...APPLE, cores: 6 } },
  { name: 'iPhone 13', builtIn: 4, device: { ...APPLE, cores: 6 } },
  { name: 'iPhone 14', builtIn: 6, device: { ...APPLE, cores: 6 } },
  { name: 'iPhone 15', builtIn: 6, device: { ...APPLE, cores: 6 } },
  { name: 'iPhone 16', builtIn: 8, device: { ...APPLE, cores: 6 } },
  { name: 'iPhone 17', builtIn: 8, device: { ...APPLE, cores: 6 } },
  { name: 'iPhone on a host without isolation', builtIn: 4, device: { ...APPLE, cores: 6, isolated: false } },
  { name: 'iPad', builtIn: 4, device: APPLE },
  { name: 'Android with 3 GB', builtIn: 3, device: { ...PHONE, memoryGb: 2 } },
  { name: 'Android with 4 GB', builtIn: 4, device: { ...PHONE, memoryGb: 4 } },
  { name: 'Android with 8 GB', builtIn: 8, device: { ...PHONE, memoryGb: 8 } },
  {
    name: 'Firefox on Android',
    builtIn: 4,
    device: { ...PHONE, imageDecoder: false, webCodecs: false, clipboardWrite: false },
  },
];
