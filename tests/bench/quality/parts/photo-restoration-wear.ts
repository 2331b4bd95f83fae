import { readFileSync } from 'node:fs';
import type { Manifest } from '../../../../site/engine/manifest.ts';
import { pixelsOf, rgbPlanes } from '../../../../site/engine/ops/planes.ts';
import type { Mask, Pixels } from '../../../../site/engine/types.ts';
import { marked } from '../../../quality/marks.ts';
import { psnr } from '../../../quality/metrics.ts';
import { found, scratches, toned, worn } from '../../../quality/wear.ts';
import { runOp, type StandIn } from '../../../unit/site/engine/adapters/runner.ts';
import type { Bench, Part, Row } from '../part.ts';

const MODELS = new URL('../../../../site/public/models/', import.meta.url);

/** A network as the site serves it. */
function served(id: string): StandIn {
  const { models } = JSON.parse(readFileSync(new URL('manifest.json', MODELS), 'utf8')) as Manifest;
  const model = models.find((one) => one.id === id);
  if (!model) throw new Error(`The model ${id} is not there: npm run models.`);
  return {
    adapter: model.adapter,
    content: readFileSync(new URL(model.file, MODELS)),
    inputs: model.inputs.map(({ name, type, shape }) => [name, type, shape]),
    outputs: model.outputs.map(({ name }) => name),
  };
}

const FILL = { method: 'auto', grow: 1, feather: 1, matchColour: true } as const;

/**
 * Scratches and all kinds of wear on photographs, in colour and toned: what of it is found, what comes of wear, and what is
 * marked in the same photographs without. By the tool's operations in Node, because nothing but these is in question.
 */
async function* rows({ originals }: Bench): AsyncGenerator<Row> {
  const [finder, filler] = [served('damage'), served('migan')];
  const find = async (picture: Pixels) =>
    (await runOp('net.find-damage', { standIn: finder, inputs: { picture }, params: { sensitivity: 0.5 } }))
      .value as Mask;
  for (const [index, { name: picture, planes }] of originals.entries())
    for (const [kind, truth] of [['in colour', planes] as const, ['toned', toned(planes)] as const]) {
      const seen = worn(truth, index + 1);
      const began = performance.now();
      const mask = await find(pixelsOf(seen));
      const inputs = { picture: pixelsOf(seen), mask };
      const result = (await runOp('net.inpaint', { standIn: filler, inputs, params: FILL })).value as Pixels;
      const area = planes.width * planes.height;
      const secondsPerMegapixel = (performance.now() - began) / 1000 / (area / 1e6);
      const row = { job: `wear, ${kind}`, picture, classical: null, secondsPerMegapixel };
      const { recall, precision } = found(mask, seen, truth);
      yield { ...row, measure: 'recall', untouched: null, tool: recall };
      yield { ...row, measure: 'precision', untouched: null, tool: precision };
      yield { ...row, measure: 'PSNR', untouched: psnr(seen, truth), tool: psnr(rgbPlanes(result), truth) };
      const strays = (await find(pixelsOf(truth))).data.filter((value) => value > 0).length / area;
      yield { ...row, measure: 'strays', untouched: null, tool: strays };
      const scratched = marked(truth, scratches(truth, index + 1));
      const lines = found(await find(scratched), rgbPlanes(scratched), truth);
      yield { ...row, job: `scratches, ${kind}`, measure: 'recall', untouched: null, tool: lines.recall };
      yield { ...row, job: `scratches, ${kind}`, measure: 'precision', untouched: null, tool: lines.precision };
    }
}

export const part: Part = { tool: 'Photo restoration', rows };
