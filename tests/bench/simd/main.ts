import { parseArgs } from 'node:util';
import { kernelOf } from '../../../site/engine/ops/deblur/kernels.ts';
import { richardsonLucy } from '../../../site/engine/ops/deblur/richardson-lucy.ts';
import { sparseDeconvolution } from '../../../site/engine/ops/deblur/sparse.ts';
import { wiener } from '../../../site/engine/ops/deblur/wiener.ts';
import { synthesise } from '../../../site/engine/ops/fill/patches/synthesise.ts';
import { lumaPlane, pixelsOf, stackPlanes } from '../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../site/engine/ops/progress.ts';
import type { Mask } from '../../../site/engine/types.ts';
import { deadLeaves } from '../../quality/scenes.ts';

const { values } = parseArgs({
  options: { side: { type: 'string', default: '512' }, rounds: { type: 'string', default: '3' } },
});
const side = Number(values.side);
const picture = deadLeaves({ width: side, height: Math.round(0.75 * side) }, 1);
const luma = stackPlanes([lumaPlane(picture)]);
const kernel = kernelOf({ kind: 'defocus', radius: 3 });
const pixels = pixelsOf(picture);
const hole: Mask = {
  width: picture.width,
  height: picture.height,
  data: Uint8Array.from({ length: picture.width * picture.height }, (_, i) => {
    const [x, y] = [(i % picture.width) - picture.width / 2, Math.floor(i / picture.width) - picture.height / 2];
    return Math.hypot(x, y) < 0.11 * picture.width ? 255 : 0;
  }),
};

const OPERATIONS: Readonly<Record<string, () => unknown>> = {
  'Wiener deconvolution': () => runToEnd(wiener(luma, { kernel, noiseToSignal: 1e-3 })),
  'sparse deconvolution': () => runToEnd(sparseDeconvolution(luma, { kernel, weight: 1e-3 })),
  'Richardson–Lucy, 20 iterations': () =>
    runToEnd(richardsonLucy(luma, { kernel, iterations: 20, regularisation: 0.005 })),
  'fill by patches, 5 % of the picture': () => runToEnd(synthesise(pixels, hole, null)),
};

const validate = WebAssembly.validate;

/** Processor time in milliseconds, of all threads. */
function measure(work: () => unknown, withSimd: boolean): number {
  WebAssembly.validate = withSimd ? validate : () => false;
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  WebAssembly.validate = validate;
  return (user + system) / 1000;
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

console.log(`Picture of ${picture.width} × ${picture.height} pixels\n`);
console.log('| operation | reference, ms | compiled, ms | ratio |\n| --- | ---: | ---: | ---: |');
for (const [name, work] of Object.entries(OPERATIONS)) {
  const times: Record<'compiled' | 'reference', number[]> = { compiled: [], reference: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    times.reference.push(measure(work, false));
    times.compiled.push(measure(work, true));
  }
  const [reference, compiled] = [median(times.reference), median(times.compiled)];
  console.log(`| ${name} | ${reference.toFixed(0)} | ${compiled.toFixed(0)} | ${(reference / compiled).toFixed(1)} |`);
}
