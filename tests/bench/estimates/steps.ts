import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCanvas } from '../../../scripts/fit/canvas.ts';
import { type LoadedNetwork, loadNetwork } from '../../../scripts/fit/networks.ts';
import { networkOps } from '../../../site/engine/adapters/ops.ts';
import { expectedTimes, stepName } from '../../../site/engine/capability/expected-times.ts';
import { runSteps } from '../../../site/engine/jobs/run.ts';
import type { Manifest } from '../../../site/engine/manifest.ts';
import { ops } from '../../../site/engine/ops/registry.ts';
import type { Device, Mask, Pixels, Size, Step } from '../../../site/engine/types.ts';
import { DEVICE, pictureTools, planOf } from '../../unit/site/tools/plan-of.ts';

const manifest = JSON.parse(
  readFileSync(new URL('../../../site/public/models/manifest.json', import.meta.url), 'utf8'),
) as Manifest;

/** One thread: processor time is the time of the clock. */
const device: Device = { ...DEVICE, cores: 1, isolated: false };

const TILE_SIDE = 256;

/** Processor time of this process in milliseconds: other programs do not change it much. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** An ellipse in the middle. */
function maskFor({ width, height }: Size): Mask {
  const isInside = (i: number) =>
    ((i % width) / width - 0.5) ** 2 + (Math.floor(i / width) / height - 0.5) ** 2 < 0.15 ** 2;
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => (isInside(i) ? 255 : 0)),
  };
}

const networks = new Map<string, Promise<LoadedNetwork>>();

/** Returns the network of an id, which is loaded once. */
async function networkOf(id: string) {
  const loading = networks.get(id) ?? loadNetwork(id);
  networks.set(id, loading);
  return (await loading).network;
}

type Taken = { readonly step: Step; readonly ms: number; readonly expectedMs: number };

/** Runs the plan of a tool with its default options over a picture, and returns what each step took. */
async function timeSteps(work: Parameters<typeof planOf>[0], picture: Pixels): Promise<readonly Taken[]> {
  const { width, height } = picture;
  const plan = planOf(work, { size: { width, height }, device, manifest });
  const { steps } = plan;
  const timed = {
    steps,
    models: manifest.models,
    source: picture,
    output: plan.needs.output,
    tileSide: TILE_SIDE,
    started: manifest.models.map(({ id }) => id),
    encode: null,
  };
  const expected = expectedTimes(timed, device, {});
  const taken: Taken[] = [];
  await runSteps(
    { steps, values: { picture, mask: maskFor(picture) }, results: [plan.result], tileSide: TILE_SIDE },
    {
      table: { ...ops, ...networkOps } as never,
      signal: new AbortController().signal,
      report: { stage: () => {}, plan: () => {} } as never,
      now: processorMs,
      model: networkOf,
      onStep: (step, ms) => taken.push({ step, ms, expectedMs: expected.steps[steps.indexOf(step)] ?? 0 }),
    },
  );
  return taken;
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { steps: { type: 'boolean' }, pictures: { type: 'string' } },
  });
  if (!values.pictures) throw new Error('Give a folder of pictures with --pictures.');
  const folder = values.pictures;
  const canvas = await openCanvas(null);
  const pictures = readdirSync(folder).map((name) => canvas.decode(readFileSync(join(folder, name))));
  const ratios = new Map<string, number[]>();
  for (const [{ id }, work] of pictureTools) {
    if (positionals.length > 0 && !positionals.includes(id)) continue;
    for (const picture of pictures)
      try {
        for (const { step, ms, expectedMs } of await timeSteps(work, picture)) {
          const name = `${id} | ${stepName(step)}`;
          ratios.set(name, [...(ratios.get(name) ?? []), ms / expectedMs]);
          const megapixels = ((picture.width * picture.height) / 1e6).toFixed(2);
          process.stdout.write(
            `| ${name} | ${megapixels} | ${Math.round(expectedMs)} | ${Math.round(ms)} | ${(ms / expectedMs).toFixed(2)} |\n`,
          );
        }
      } catch (error) {
        process.stdout.write(`| ${id} | ${error} |\n`);
      }
  }
  process.stdout.write('\n| tool | step | median of actual / expected |\n| --- | --- | ---: |\n');
  for (const [name, all] of ratios)
    process.stdout.write(`| ${name} | ${all.sort((a, b) => a - b)[all.length >> 1]?.toFixed(2)} |\n`);
}

await main(process.argv.slice(2));
process.exit(0);
