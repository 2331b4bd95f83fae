import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rgbPlanes } from '../../site/engine/ops/planes.ts';
import { centralPart } from '../../tests/quality/crops.ts';
import { type Canvas, openCanvas } from './canvas.ts';
import { damageSubject } from './damage.ts';
import { detectorTables, TABLES, tableText } from './detectors.ts';
import { marksSubject } from './marks.ts';
import { type FitOptions, fitSubject, type Picture, reportText } from './report.ts';

const USAGE = `node scripts/fit/fit.mjs damage|marks --fit DIR --report DIR [--seed N] [--rounds N] [--side PX] [--only PATHS] [--fonts DIR]
       node scripts/fit/fit.mjs detectors --report DIR [--tables ${TABLES.join()}] [--seed N] [--side PX] [--only WORDS] [--fonts DIR]`;

/** Central parts of the pictures of a folder, at most `side` pixels each way. */
function picturesOf(folder: string, side: number, canvas: Canvas): readonly Picture[] {
  const names = readdirSync(folder).filter((name) => /\.(?:png|jpe?g|webp)$/i.test(name));
  if (names.length === 0) throw new Error(`The folder ${folder} holds no PNG, JPEG or WebP picture.`);
  return names
    .sort()
    .map((name) => ({ name, planes: centralPart(rgbPlanes(canvas.decode(readFileSync(join(folder, name)))), side) }));
}

/** Fits one subject and prints its report, or prints the scores without each detector. */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      fit: { type: 'string' },
      report: { type: 'string' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      side: { type: 'string', default: '320' },
      only: { type: 'string' },
      fonts: { type: 'string' },
      tables: { type: 'string', default: TABLES.join() },
    },
  });
  const [name] = positionals;
  const isFit = (name === 'damage' || name === 'marks') && values.fit;
  if (!values.report || !(isFit || name === 'detectors')) throw new Error(`Usage: ${USAGE}`);
  const canvas = await openCanvas(values.fonts ?? null);
  if (!isFit) {
    const pictures = picturesOf(values.report, Number(values.side), canvas);
    const options = {
      seed: Number(values.seed),
      only: values.only?.split(',') ?? null,
      tables: values.tables.split(','),
    };
    for await (const table of detectorTables(pictures, canvas, options)) console.log(tableText(table));
    return;
  }
  const options: FitOptions = {
    fitting: picturesOf(values.fit ?? '', Number(values.side), canvas),
    reporting: picturesOf(values.report, Number(values.side), canvas),
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    only: values.only?.split(',') ?? null,
    onStep: ({ path, value, score, isBetter }) =>
      void process.stderr.write(`${path} = ${value}: ${score.toFixed(4)}${isBetter ? ', kept' : ''}\n`),
  };
  const report = await (name === 'damage'
    ? fitSubject(damageSubject, options)
    : fitSubject(marksSubject(canvas), options));
  console.log(reportText(report));
}

await main(process.argv.slice(2));
