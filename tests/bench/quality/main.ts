import { readdir } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bench, Part } from './part.ts';
import { cutoutsOf, originalsOf } from './pictures.ts';
import { openStudio } from './studio.ts';
import { eachOf, type Line, tableOf } from './table.ts';

const PARTS = fileURLToPath(new URL('parts/', import.meta.url));

async function partNamed(name: string): Promise<Part> {
  const module = (await import(/* @vite-ignore */ `${PARTS}${name}.ts`)) as { readonly part: Part };
  return module.part;
}

/** Runs the parts that are named, or all, and prints their table. */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pictures: { type: 'string' },
      side: { type: 'string', default: '384' },
      each: { type: 'boolean', default: false },
    },
  });
  const partNames = (await readdir(PARTS)).map((file) => file.replace(/\.ts$/, '')).sort();
  const unknown = positionals.filter((name) => !partNames.includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${partNames.join(', ')}.`);
  const requestedParts = positionals.length > 0 ? positionals : partNames;
  const folder = values.pictures ?? null;
  const studio = await openStudio();
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const lines: Line[] = [];
  try {
    const bench: Bench = {
      originals: await originalsOf(folder, Number(values.side), studio.decode),
      cutouts: await cutoutsOf(folder, studio.decode),
      make: studio.make,
    };
    for (const name of requestedParts) {
      const part = await partNamed(name);
      try {
        for await (const row of part.rows(bench)) {
          lines.push({ ...row, title: part.tool });
          say(`${part.tool}: ${row.job}, ${row.picture}, ${row.measure} ${row.untouched ?? '–'} → ${row.tool}`);
        }
      } catch (error) {
        // What was measured until then is worth a table.
        say(`${part.tool} ended early: ${error}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await studio.close();
  }
  if (values.each) console.log(`${eachOf(lines)}\n`);
  console.log(tableOf(lines));
  console.log(`\n${availableParallelism()} processors (${cpus()[0]?.model.trim()}), Node ${process.version}.`);
}

await main(process.argv.slice(2));
