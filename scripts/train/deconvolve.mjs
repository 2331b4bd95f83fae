// node scripts/train/deconvolve.mjs DIR [--margin PX]
//
// Blurs each NAME.png of a folder by a random blur, removes the margin that the blur has read, and writes what the unblur tool
// calculates of it as NAME.found.png, and the sharp picture of the same size as NAME.true.png. Removes NAME.png.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { runnerImport } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { margin: { type: 'string', default: '24' } },
});
const [folder] = positionals;
if (!folder) throw new Error('Usage: node scripts/train/deconvolve.mjs DIR [--margin PX]');
const margin = Number(values.margin);

const load = async (path) =>
  (await runnerImport(join(import.meta.dirname, '../..', path), { logLevel: 'error' })).module;
const { deblurOps } = await load('site/engine/ops/groups/deblur.ts');
const { kernelOf } = await load('site/engine/ops/deblur/kernels.ts');
const { pixelsOf } = await load('site/engine/ops/planes.ts');
const { convolved, noisy, quantised } = await load('tests/quality/degrade.ts');
const { randomOf } = await load('tests/quality/scenes.ts');

const context = {
  signal: new AbortController().signal,
  progress: () => {},
  checkpoint: async () => {},
  model: () => Promise.reject(new Error('No networks')),
  tileSide: 512,
};

/** A blur that the tool can measure. Lengths in pixels. */
function blurOf(random) {
  const kind = random();
  if (kind < 0.4) return { kind: 'gaussian', sigma: 0.8 + 2.4 * random() };
  if (kind < 0.7) return { kind: 'defocus', radius: 1 + 4 * random() };
  return { kind: 'motion', length: 4 + 14 * random(), angle: 180 * random() };
}

const planesOf = ({ data, width, height }) => ({
  width,
  height,
  planes: [0, 1, 2].map((channel) =>
    Float32Array.from({ length: width * height }, (_, i) => data[3 * i + channel] / 255),
  ),
});

const cropped = ({ width, height, planes }) => {
  const size = { width: width - 2 * margin, height: height - 2 * margin };
  const at = (i) => (Math.floor(i / size.width) + margin) * width + (i % size.width) + margin;
  return {
    ...size,
    planes: planes.map((plane) => Float32Array.from({ length: size.width * size.height }, (_, i) => plane[at(i)])),
  };
};

const rgba = ({ data, width, height }) => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();

/** The picture with noise, as a JPEG, or as it is. */
async function recorded(picture, random, seed) {
  const kind = random();
  const seen = quantised(kind < 0.3 ? noisy(picture, 0.002 + 0.013 * random(), seed) : picture);
  if (kind < 0.75) return pixelsOf(seen);
  const jpeg = await rgba(pixelsOf(seen))
    .jpeg({ quality: 70 + Math.floor(25 * random()) })
    .toBuffer();
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

const names = readdirSync(folder).filter((name) => /^[^.]+\.png$/.test(name));
for (const [index, name] of names.sort().entries()) {
  const random = randomOf(index + 1);
  const path = join(folder, name);
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const truth = planesOf({ data, width: info.width, height: info.height });
  const picture = await recorded(cropped(convolved(truth, kernelOf(blurOf(random)))), random, index);
  const blur = deblurOps['deblur.measure']({ picture });
  const found = await deblurOps['deblur.sparse']({ picture, blur }, { model: null, regularisation: 1 }, context);
  await rgba(found).toFile(path.replace('.png', '.found.png'));
  await rgba(pixelsOf(cropped(truth))).toFile(path.replace('.png', '.true.png'));
  rmSync(path);
}
