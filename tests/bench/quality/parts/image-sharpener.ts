import { gaussianBlur } from '../../../../site/engine/ops/filter/gaussian.ts';
import { mapPlanes, mapPlanesBy, pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import type { Planes } from '../../../../site/engine/types.ts';
import { jpeg, noisy, quantised } from '../../../quality/degrade.ts';
import { psnr, ssim } from '../../../quality/metrics.ts';
import type { Part } from '../part.ts';

const softened = (picture: Planes, sigma: number): Planes =>
  quantised(mapPlanes(picture, (plane) => gaussianBlur(plane, sigma)));

const JOBS: readonly { readonly job: string; readonly harm: (picture: Planes) => Planes }[] = [
  { job: 'soft by σ 0.8', harm: (picture) => softened(picture, 0.8) },
  { job: 'soft by σ 1.2, JPEG 85', harm: (picture) => jpeg(softened(picture, 1.2), 85) },
  { job: 'soft by σ 1, noise 2 %', harm: (picture) => quantised(noisy(softened(picture, 1), 0.02, 5)) },
];

const MODES = [
  { name: 'instant', value: 'instant' },
  { name: 'AI', value: 'ai' },
] as const;

/** Unsharp masking as photo programs do it: radius 1.5 pixels, 100 %. */
const unsharp = (picture: Planes): Planes => {
  const smooth = mapPlanes(picture, (plane) => gaussianBlur(plane, 1.5));
  return quantised(mapPlanesBy(picture, smooth, (a, b) => a.map((value, i) => 2 * value - b[i]!)));
};

/** Classical: unsharp masking. */
export const part: Part = {
  tool: 'Image sharpener',
  async *rows({ originals, make }) {
    for (const mode of MODES)
      for (const { job, harm } of JOBS)
        for (const { name, planes } of originals) {
          const soft = harm(planes);
          const work = { page: '/image-sharpener', picture: pixelsOf(soft), options: { Method: mode.value } };
          const { pixels, seconds } = await make(work);
          const found = rgbPlanes(pixels);
          const classic = unsharp(soft);
          const row = { job: `${mode.name}, ${job}`, picture: name };
          const secondsPerMegapixel = seconds / ((planes.width * planes.height) / 1e6);
          for (const [measure, by] of [
            ['PSNR', psnr],
            ['SSIM', ssim],
          ] as const) {
            const [untouched, classical, tool] = [soft, classic, found].map((one) => by(one, planes)) as [
              number,
              number,
              number,
            ];
            yield { ...row, measure, untouched, classical, tool, secondsPerMegapixel };
          }
        }
  },
};
