import type { Model } from '../manifest.ts';
import { planeOf, rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Pixels, Plane, Tensors } from '../types.ts';
import { asOpaque, fixedSize, inputName, type Norm, output, planesTensor, stretch, tensorPlanes } from './tensors.ts';

/** How a network that separates the subject from its background is fed and read. */
export type MatteAdapter = {
  readonly prepare: (picture: Pixels, model: Model) => Tensors;
  /** 0..1, at the network's own size. */
  readonly read: (results: Tensors, model: Model) => Plane;
};

export type MatteRecipe = {
  /** Side where the network takes any size. */
  readonly side: number;
  readonly norm: Norm;
  /** Divide by the brightest number of the picture first. */
  readonly byMost: boolean;
  readonly activate: (value: number) => number;
};

/** The picture is squeezed into the network's size, whatever its proportions: these networks were trained so. */
export function matteAdapter({ side, norm, byMost, activate }: MatteRecipe): MatteAdapter {
  return {
    prepare: (picture, model) => {
      const small = resizePixels(picture, { ...fixedSize(model, side), kernel: 'area', linear: false });
      const planes = rgbPlanes(asOpaque(small));
      const most = byMost ? Math.max(1e-6, ...planes.planes.map(greatest)) : 1;
      for (const plane of planes.planes) for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) / most;
      return { [inputName(model)]: planesTensor(planes, norm) };
    },
    read: (results, model) => {
      const plane = planeOf(tensorPlanes(output(results, model), activate), 0);
      stretch(plane.data);
      return plane;
    },
  };
}

const greatest = (data: Float32Array): number => data.reduce((most, value) => Math.max(most, value), 0);
