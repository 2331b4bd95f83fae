import { matteAdapter } from './matte.ts';

/** IS-Net of DIS (https://github.com/xuebinqin/DIS): 1024 × 1024, bytes over 255 less 0.5, thus -0.5..0.5. */
export const isnet = matteAdapter({
  side: 1024,
  norm: { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] },
  byMost: false,
  activate: (value) => value,
});
