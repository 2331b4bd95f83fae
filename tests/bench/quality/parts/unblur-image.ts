import { kernelOf } from '../../../../site/engine/ops/deblur/kernels.ts';
import { gaussianBlur } from '../../../../site/engine/ops/filter/gaussian.ts';
import { mapPlanes, mapPlanesBy, pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import type { Planes } from '../../../../site/engine/types.ts';
import { convolved, jpeg, noisy, quantised } from '../../../quality/degrade.ts';
import { psnr, ssim } from '../../../quality/metrics.ts';
import type { Part } from '../part.ts';

const gaussian = kernelOf({ kind: 'gaussian', sigma: 2 });

type Job = { readonly job: string; readonly harm: (picture: Planes) => Planes; readonly method?: string };

const moved = (length: number, angle: number) => (picture: Planes) =>
  quantised(convolved(picture, kernelOf({ kind: 'motion', length, angle })));

const JOBS: readonly Job[] = [
  ...['motion', 'wiener', 'auto'].flatMap((method) => [
    { job: `moved by 9 px, ${method}`, harm: moved(9, 30), method },
    { job: `moved by 15 px, ${method}`, harm: moved(15, 70), method },
  ]),
  { job: 'blur σ 2', harm: (picture) => quantised(convolved(picture, gaussian)) },
  { job: 'blur σ 2, noise 1 %', harm: (picture) => quantised(noisy(convolved(picture, gaussian), 0.01, 9)) },
  { job: 'blur σ 2, JPEG 80', harm: (picture) => jpeg(quantised(convolved(picture, gaussian)), 80) },
  {
    job: 'out of focus by 3 px',
    harm: (picture) => quantised(convolved(picture, kernelOf({ kind: 'defocus', radius: 3 }))),
  },
];

/** Unsharp masking by twice the contrast within the blur's own radius. */
const unsharp = (picture: Planes): Planes => {
  const smooth = mapPlanes(picture, (plane) => gaussianBlur(plane, 2));
  return quantised(mapPlanesBy(picture, smooth, (a, b) => a.map((value, i) => 2 * value - b[i]!)));
};

/** The tool measures the blur itself; by itself or by the method that a job names. Classical: unsharp masking. */
export const part: Part = {
  tool: 'Unblur image',
  async *rows({ originals, make }) {
    for (const { job, harm, method = 'auto' } of JOBS)
      for (const { name, planes } of originals) {
        const blurred = harm(planes);
        const options = { Method: method };
        const { pixels, seconds } = await make({ page: '/unblur-image', picture: pixelsOf(blurred), options });
        const found = rgbPlanes(pixels);
        const classic = unsharp(blurred);
        const secondsPerMegapixel = seconds / ((planes.width * planes.height) / 1e6);
        for (const [measure, by] of [
          ['PSNR', psnr],
          ['SSIM', ssim],
        ] as const) {
          const row = { job, picture: name, measure, secondsPerMegapixel };
          yield { ...row, untouched: by(blurred, planes), classical: by(classic, planes), tool: by(found, planes) };
        }
      }
  },
};
