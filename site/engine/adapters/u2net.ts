import { matteAdapter } from './matte.ts';
import { IMAGENET } from './tensors.ts';

/** U²-Net and its small sister U²-Netp (https://github.com/xuebinqin/U-2-Net): 320 × 320, saliency. */
export const u2net = matteAdapter({ side: 320, norm: IMAGENET, byMost: true, activate: (value) => value });
