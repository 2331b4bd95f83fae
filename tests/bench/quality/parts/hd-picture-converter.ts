import { pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import { resizePlanes } from '../../../../site/engine/ops/resize/resize.ts';
import type { Planes } from '../../../../site/engine/types.ts';
import { jpeg, quantised } from '../../../quality/degrade.ts';
import { psnr, ssim } from '../../../quality/metrics.ts';
import type { Part } from '../part.ts';

const halved = (picture: Planes): Planes =>
  quantised(resizePlanes(picture, { width: picture.width / 2, height: picture.height / 2 }, 'area'));

const JOBS: readonly { readonly job: string; readonly harm: (picture: Planes) => Planes }[] = [
  { job: '2× of a clean half', harm: halved },
  { job: '2× of a half in JPEG 60', harm: (picture) => jpeg(halved(picture), 60) },
  { job: '2× of a half in JPEG 30', harm: (picture) => jpeg(halved(picture), 30) },
];

/** Classical: Lanczos. Untouched says nothing, since the sizes differ. */
export const part: Part = {
  tool: 'HD picture converter',
  async *rows({ originals, make }) {
    for (const { job, harm } of JOBS)
      for (const { name, planes } of originals) {
        const small = harm(planes);
        const { pixels, seconds } = await make({ page: '/hd-picture-converter', picture: pixelsOf(small) });
        const found = rgbPlanes(pixels);
        const lanczos = quantised(resizePlanes(small, planes, 'lanczos'));
        const row = { job, picture: name, untouched: null };
        const secondsPerMegapixel = seconds / ((small.width * small.height) / 1e6);
        for (const [measure, by] of [
          ['PSNR', psnr],
          ['SSIM', ssim],
        ] as const)
          yield { ...row, measure, classical: by(lanczos, planes), tool: by(found, planes), secondsPerMegapixel };
      }
  },
};
