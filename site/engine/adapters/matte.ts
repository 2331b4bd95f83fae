import { planeOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { MatteAdapter } from './adapter.ts';
import {
  asOpaque,
  fixedSize,
  IMAGENET,
  inputName,
  type Norm,
  output,
  planesTensor,
  sigmoid,
  stretch,
  tensorPlanes,
} from './tensors.ts';

type MatteRecipe = {
  /** Side of the input where the network takes any size. */
  readonly side: number;
  readonly norm: Norm;
  /** Divide by the largest value of the picture before normalising. */
  readonly divideByMax: boolean;
  readonly activate: (value: number) => number;
  readonly bytes: number;
  readonly seconds: number;
};

/** Squeezes the whole picture into the network's square whatever its proportions, as these networks were trained. */
function matteAdapter({ side, norm, divideByMax, activate, bytes, seconds }: MatteRecipe): MatteAdapter {
  return {
    task: 'matte',
    cost: { bytes: { run: bytes }, seconds: { wasm: { run: seconds } } },
    prepare: (picture, model) => {
      const small = resizePixels(picture, { ...fixedSize(model, side), kernel: 'area', linear: false });
      const planes = rgbPlanes(asOpaque(small));
      const max = divideByMax ? Math.max(1e-6, ...planes.planes.map(maxOf)) : 1;
      for (const plane of planes.planes) for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! / max;
      return { [inputName(model)]: planesTensor(planes, norm) };
    },
    read: (results, model) => {
      const plane = planeOf(tensorPlanes(output(results, model), activate), 0);
      stretch(plane.data);
      return plane;
    },
  };
}

const maxOf = (data: Float32Array): number => data.reduce((max, value) => Math.max(max, value), 0);
const identity = (value: number): number => value;

/** U²-Net and U²-Netp (https://github.com/xuebinqin/U-2-Net): 320 × 320, saliency. */
export const u2net = matteAdapter({
  side: 320,
  norm: IMAGENET,
  divideByMax: true,
  activate: identity,
  bytes: 215e6,
  seconds: 2,
});

/** IS-Net of DIS (https://github.com/xuebinqin/DIS): 1024 × 1024, input in -0.5..0.5. */
export const isnet = matteAdapter({
  side: 1024,
  norm: { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] },
  divideByMax: false,
  activate: identity,
  bytes: 1100e6,
  seconds: 17,
});

/** BiRefNet (https://github.com/ZhengPeng7/BiRefNet): 1024 × 1024, output as logits. */
export const birefnet = matteAdapter({
  side: 1024,
  norm: IMAGENET,
  divideByMax: false,
  activate: sigmoid,
  bytes: 1500e6,
  seconds: 40,
});
