import { matteAdapter } from './matte.ts';
import { IMAGENET, sigmoid } from './tensors.ts';

/** BiRefNet (https://github.com/ZhengPeng7/BiRefNet): 1024 × 1024, gives logits. */
export const birefnet = matteAdapter({ side: 1024, norm: IMAGENET, byMost: false, activate: sigmoid });
