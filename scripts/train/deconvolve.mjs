// node scripts/train/deconvolve.mjs DIR [--side PX]
//
// Blurs each NAME.png of a folder by a random blur, and writes what the unblur tool calculates of its central square as
// NAME.found.png, and the sharp square as NAME.true.png. Removes NAME.png. The blur reads beyond the square.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { runnerImport } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { side: { type: 'string', default: '256' } },
});
const [folder] = positionals;
if (!folder) throw new Error('Usage: node scripts/train/deconvolve.mjs DIR [--side PX]');
const side = Number(values.side);

const load = async (path) =>
  (await runnerImport(join(import.meta.dirname, '../..', path), { logLevel: 'error' })).module;
const { deblurOps } = await load('site/engine/ops/groups/deblur.ts');
const { kernelOf } = await load('site/engine/ops/deblur/kernels.ts');
const { pixelsOf, rgbPlanes } = await load('site/engine/ops/planes.ts');
const { contextOf } = await load('scripts/fit/networks.ts');
const { centralPart } = await load('tests/quality/crops.ts');
const { convolved, noisy, quantised } = await load('tests/quality/degrade.ts');
const { randomOf } = await load('tests/quality/scenes.ts');

/** A blur that the tool can measure. Lengths in pixels. */
function blurOf(random) {
  const kind = random();
  if (kind < 0.4) return { kind: 'gaussian', sigma: 0.8 + 2.4 * random() };
  if (kind < 0.7) return { kind: 'defocus', radius: 1 + 4 * random() };
  return { kind: 'motion', length: 4 + 14 * random(), angle: 180 * random() };
}

/** Pixels of a picture file. */
async function decoded(file) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

const rgba = ({ data, width, height }) => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();

/** The picture with noise, as a JPEG, or as it is. */
async function recorded(picture, random, seed) {
  const kind = random();
  const seen = quantised(kind < 0.3 ? noisy(picture, 0.002 + 0.013 * random(), seed) : picture);
  if (kind < 0.75) return pixelsOf(seen);
  const jpeg = await rgba(pixelsOf(seen))
    .jpeg({ quality: 70 + Math.floor(25 * random()) })
    .toBuffer();
  return decoded(jpeg);
}

const names = readdirSync(folder).filter((name) => /^[^.]+\.png$/.test(name));
for (const [index, name] of names.sort().entries()) {
  const random = randomOf(index + 1);
  const path = join(folder, name);
  const truth = rgbPlanes(await decoded(path));
  const blurred = convolved(truth, kernelOf(blurOf(random)));
  const picture = await recorded(centralPart(blurred, side), random, index);
  const blur = deblurOps['deblur.measure']({ picture });
  const found = await deblurOps['deblur.sparse']({ picture, blur }, { model: null, regularisation: 1 }, contextOf());
  await rgba(found).toFile(path.replace('.png', '.found.png'));
  await rgba(pixelsOf(centralPart(truth, side))).toFile(path.replace('.png', '.true.png'));
  rmSync(path);
}
