import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { out, root } from '../../e2e/real-site.ts';
import type { Bench, Part } from './part.ts';
import { cutoutsOf, type Originals, originalsOf } from './pictures.ts';
import { openStudio, type Studio } from './studio.ts';
import { eachOf, type Line, tableOf } from './table.ts';

const PARTS = fileURLToPath(new URL('parts/', import.meta.url));

async function partNamed(name: string): Promise<Part> {
  const module = (await import(/* @vite-ignore */ `${PARTS}${name}.ts`)) as { readonly part: Part };
  return module.part;
}

type NamedBench = {
  readonly bench: Bench;
  /** What follows the tool's name in the table. */
  readonly suffix: string;
  /** Peak memory of the last picture that was processed; null before the first. */
  readonly peakMb: () => number | null;
  readonly close: () => Promise<void>;
};

type Pictures = Originals & { readonly suffix: string; readonly seed: number };

async function benchOf(studio: Studio, { suffix, seed, ...of }: Pictures): Promise<NamedBench> {
  let peakMb: number | null = null;
  return {
    bench: {
      originals: await originalsOf(of, studio.decode),
      cutouts: await cutoutsOf(of.folder, studio.decode),
      seed,
      make: async (work) => {
        const made = await studio.make(work);
        ({ peakMb } = made);
        return made;
      },
    },
    suffix,
    peakMb: () => peakMb,
    close: studio.close,
  };
}

/** Runs the parts that are named, or all, and prints their table. */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pictures: { type: 'string' },
      side: { type: 'string', default: '384' },
      seed: { type: 'string', default: String(randomInt(1e6)) },
      photographs: { type: 'boolean', default: false },
      each: { type: 'boolean', default: false },
      site: { type: 'string', default: join(root, out) },
      before: { type: 'string' },
      profile: { type: 'string', default: 'desktop' },
    },
  });
  const partNames = (await readdir(PARTS)).map((file) => file.replace(/\.ts$/, '')).sort();
  const unknown = positionals.filter((name) => !partNames.includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${partNames.join(', ')}.`);
  const requestedParts = positionals.length > 0 ? positionals : partNames;
  const { profile } = values;
  if (profile !== 'desktop' && profile !== 'phone') throw new Error(`No profile ${profile}; use desktop or phone.`);
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const sites = [...(values.before ? [[values.before, ' (before)'] as const] : []), [values.site, ''] as const];
  const benches: NamedBench[] = [];
  const lines: Line[] = [];
  try {
    for (const [site, suffix] of sites) {
      const studio = await openStudio(resolve(site), profile);
      const { pictures: folder = null, photographs } = values;
      const [side, seed] = [Number(values.side), Number(values.seed)];
      benches.push(await benchOf(studio, { suffix, folder, side, seed, scenes: !photographs }));
    }
    for (const name of requestedParts) {
      const part = await partNamed(name);
      // The same part with each site in turn: a machine that gets busier changes both alike.
      for (const { bench, suffix, peakMb } of benches) {
        const title = `${part.tool}${suffix}`;
        try {
          for await (const row of part.rows(bench)) {
            lines.push({ ...row, title, peakMb: peakMb() });
            say(`${title}: ${row.job}, ${row.picture}, ${row.measure} ${row.untouched ?? '–'} → ${row.tool}`);
          }
        } catch (error) {
          // What was measured until then is worth a table.
          say(`${title} ended early: ${error}`);
          process.exitCode = 1;
        }
      }
    }
  } finally {
    for (const { close } of benches) await close();
  }
  if (values.each) console.log(`${eachOf(lines)}\n`);
  console.log(tableOf(lines));
  const machine = `${availableParallelism()} processors (${cpus()[0]?.model.trim()}), Node ${process.version}`;
  console.log(`\n${machine}, --seed ${values.seed}.`);
}

await main(process.argv.slice(2));
