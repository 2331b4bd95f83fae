// node tests/bench/pictures/run.mjs FOLDER [--widths 400,800] [--rounds 3]
//
// Publishes the JPEG files of a folder by the picture pipelines of sitegen and of Astro, which it installs into a
// temporary folder: the same widths as AVIF, WebP and JPEG. Prints the median CPU seconds of clean builds in turns, and of
// each format the bytes and the mean similarity (SSIM) of the files of the largest width to their sources, with the default
// qualities of each. Both write the widths below that of a picture, and its own where that is smaller than the largest one.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { runnerImport } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { widths: { type: 'string', default: '400,800' }, rounds: { type: 'string', default: '3' } },
});
if (positionals.length !== 1) throw new Error('Name a folder of JPEG files.');
const folder = resolve(positionals[0]);
const names = readdirSync(folder).filter((name) => /\.jpe?g$/i.test(name));
const widths = values.widths.split(',').map(Number);
/** Version of Astro that runs on the oldest supported Node. */
const astro = 'astro@5.9.4';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const { module: metrics } = await runnerImport(join(project, 'tests/quality/metrics.ts'), { logLevel: 'error' });
const root = mkdtempSync(join(tmpdir(), 'pictures-bench-'));

/** CPU seconds of a command with all of its processes. */
function cpuSeconds(cwd, ...command) {
  const script = `"$@" >&2; code=$?; times; exit $code`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stderr}`);
  // The second line is the time of the children, `1m2.3s 0m4.5s`.
  const parts = stdout
    .trim()
    .split('\n')
    .at(-1)
    .matchAll(/(\d+)m([\d.]+)s/g);
  return [...parts].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const sites = { sitegen: join(root, 'sitegen'), astro: join(root, 'astro') };

/** A site of one page that shows all pictures. */
function writeSitegen() {
  const site = sites.sitegen;
  cpSync(folder, join(site, 'content/pages/all'), { recursive: true });
  const page = names.map((name) => `![A photograph](./${name})`).join('\n\n');
  write(join(site, 'content/pages/all/en.md'), `---\ntitle: All\n---\n${page}\n`);
  const pictures = JSON.stringify({ widths, placeholder: 'none' });
  write(join(site, 'config/site.yaml'), `name: Bench\nurl: https://bench.example\npictures: ${pictures}\n`);
  const collection = "{ from: content/pages, path: '/{slug}', template: Page }";
  write(join(site, 'config/content.yaml'), `collections:\n  pages: ${collection}\n`);
  write(join(site, 'config/routes.yaml'), 'routes: []\n');
  const template = `import { Markup } from '@safelight/sitegen/runtime';
export const hydrate = false;
export const Page = ({ entry, body }) => <><h1>{entry.title}</h1><Markup of={body} /></>;
`;
  write(join(site, 'templates/Page.jsx'), template);
  write(join(site, 'site/App.jsx'), 'export const App = ({ children }) => children;\n');
  symlinkSync(join(project, 'node_modules'), join(site, 'node_modules'));
}

/** CPU seconds of clean builds, which keep nothing of the ones before. */
const build = {
  sitegen: () => {
    for (const name of ['dist', '.sitegen']) rmSync(join(sites.sitegen, name), { recursive: true, force: true });
    return cpuSeconds(sites.sitegen, process.execPath, join(project, 'cli/dist/bin.js'), 'build');
  },
  astro: () => {
    // Astro keeps encoded pictures in the second one.
    for (const name of ['dist', 'node_modules/.astro', '.astro'])
      rmSync(join(sites.astro, name), { recursive: true, force: true });
    return cpuSeconds(sites.astro, 'npx', 'astro', 'build');
  },
};

/** The same page in Astro. */
function writeAstro() {
  const site = sites.astro;
  write(join(site, 'astro.config.mjs'), 'export default { telemetry: false };\n');
  const attributes = `widths={widthsOf(image)} formats={['avif', 'webp']} fallbackFormat="jpg"`;
  const page = `---
import { Picture } from 'astro:assets';
const images = Object.values(import.meta.glob('../images/*', { eager: true })).map((one) => one.default);
const widthsOf = ({ width }) => [...${JSON.stringify(widths)}.filter((one) => one < width), Math.min(width, ${Math.max(...widths)})];
---
<html lang="en"><head><title>All</title></head><body>{images.map((image) => <p><Picture src={image} ${attributes} alt="A photograph" /></p>)}</body></html>
`;
  write(join(site, 'src/pages/index.astro'), page);
  write(join(site, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', astro, 'sharp'], {
    cwd: site,
    stdio: 'inherit',
  });
  cpSync(folder, join(site, 'src/images'), { recursive: true });
}

const pixelsOf = async (file, width) => {
  const image = sharp(file).resize({ width }).removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const planes = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(info.width * info.height);
    for (let i = 0; i < plane.length; i++) plane[i] = data[3 * i + channel] / 255;
    return plane;
  });
  return { width: info.width, height: info.height, planes };
};

/** Files of the requested widths and their bytes by format, and mean SSIM of the widest ones. */
async function measure(out) {
  const formats = {};
  for (const name of readdirSync(out, { recursive: true }).map(String)) {
    const format = /\.(avif|webp|jpe?g)$/.exec(name)?.[1].replace('jpeg', 'jpg');
    const source = names.find((one) => basename(name).startsWith(one.replace(/\.jpe?g$/i, '')));
    if (!format || !source) continue;
    const file = join(out, name);
    // Astro publishes the sources as well.
    if (readFileSync(file).equals(readFileSync(join(folder, source)))) continue;
    const widest = Math.min(Math.max(...widths), (await sharp(join(folder, source)).metadata()).width);
    formats[format] ??= { files: 0, widestFiles: 0, bytes: 0, ssim: 0 };
    formats[format].files += 1;
    if ((await sharp(file).metadata()).width !== widest) continue;
    formats[format].widestFiles += 1;
    formats[format].bytes += statSync(file).size;
    formats[format].ssim += metrics.ssim(await pixelsOf(join(folder, source), widest), await pixelsOf(file, widest));
  }
  return formats;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

try {
  writeSitegen();
  writeAstro();
  const seconds = { sitegen: [], astro: [] };
  for (let round = 0; round < Number(values.rounds); round++)
    for (const name of Object.keys(build)) seconds[name].push(build[name]());
  for (const name of Object.keys(build)) {
    const all = seconds[name].map((one) => one.toFixed(1)).join(', ');
    console.log(`${name === 'astro' ? astro : name}: ${median(seconds[name]).toFixed(1)} CPU seconds (${all})`);
    const formats = await measure(join(sites[name], 'dist'));
    for (const [format, { files, widestFiles, bytes, ssim }] of Object.entries(formats).sort())
      console.log(
        `  ${format.padEnd(5)}${files} files; the ${widestFiles} widest: ${(bytes / 1000).toFixed(0)} kB, SSIM ${(ssim / widestFiles).toFixed(4)}`,
      );
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
