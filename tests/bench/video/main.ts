import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Method } from '../../../site/engine/video/types.ts';
import { openLaboratory } from '../../engine/lab.ts';
import type { ClipOptions } from '../../engine/page/clip.ts';

const MODELS = fileURLToPath(new URL('../../../site/public/models/', import.meta.url));
/** The network that the tool uses by default. */
const NETWORK = 'migan';

type Job = { readonly name: string; readonly clip: Partial<ClipOptions>; readonly method: Method };

const JOBS: readonly Job[] = [
  { name: 'see-through, measured', clip: { mark: 'see-through' }, method: 'auto' },
  { name: 'opaque, from neighbours, then network', clip: { mark: 'opaque' }, method: 'auto' },
  { name: 'opaque and moving', clip: { mark: 'opaque', travel: 40 }, method: 'auto' },
  { name: 'opaque, network on key frames', clip: { mark: 'opaque' }, method: 'ai' },
  { name: 'opaque, fast', clip: { mark: 'opaque' }, method: 'fast' },
];

/** The prepared networks as the laboratory serves them; none where `npm run models` was not run. */
async function shelf(): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await readdir(MODELS).catch(() => []);
  const modelFiles = names.filter((name) => name === 'manifest.json' || name.startsWith(NETWORK));
  return new Map(
    await Promise.all(modelFiles.map(async (name) => [`/models/${name}`, await readFile(MODELS + name)] as const)),
  );
}

const { values } = parseArgs({
  options: { width: { type: 'string', default: '320' }, frames: { type: 'string', default: '48' } },
});
const width = Number(values.width);
const base: ClipOptions = {
  width,
  height: 2 * Math.round(width * 0.3),
  frames: Number(values.frames),
  rate: '24',
  codec: 'avc',
  container: 'mp4',
};
const lab = await openLaboratory({ entry: 'video', files: await shelf() });
const print = (...cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const db = (value: number) => value.toFixed(1);
try {
  await lab.page.goto(`${lab.url}#${NETWORK}`);
  await lab.page.reload();
  await lab.page.waitForFunction(() => 'video' in window);
  process.stdout.write(
    `${width} × ${base.height}, ${base.frames} frames; ${cpus()[0]?.model}, ${availableParallelism()} cores, WebAssembly\n\n`,
  );
  print('Mark and method', 'Marked, dB', 'Cleaned, mean', 'least', 'Telea, mean', 'Flicker', 'Frames a second');
  print('---', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const { name, clip, method } of JOBS) {
    const options = { ...base, ...clip };
    const found = await lab.page.evaluate(
      async ([modelFiles, how]) => {
        const { before, mean, worst, flicker, result } = await window.video.clean(modelFiles, { method: how });
        const telea = window.video.filledAlone(await window.video.makeClip(modelFiles), 6);
        return {
          before: before.mean,
          mean,
          worst,
          flicker,
          fps: (1000 * result.frames) / result.ms,
          telea: telea.mean,
        };
      },
      [options, method] as const,
    );
    print(
      name,
      db(found.before),
      db(found.mean),
      db(found.worst),
      db(found.telea),
      found.flicker.toFixed(2),
      db(found.fps),
    );
  }
  process.stdout.write('\n');
  print('Length', 'Frames held at once', 'Bytes of frames');
  print('---:', '---:', '---:');
  for (const seconds of [5, 60]) {
    const small = { ...base, width: 96, height: 64, speed: 1, mark: 'opaque', frames: 24 * seconds } as const;
    const peak = await lab.page.evaluate(async (options) => (await window.video.clean(options)).result.peak, small);
    print(`${seconds} s`, peak.frames, peak.bytes);
  }
} finally {
  await lab.close();
}
