import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as ort from 'onnxruntime-web/wasm';
import { probeOf } from '../../site/engine/adapters/probe.ts';
import { asManifest, type KnownAnswer } from '../../site/engine/manifest.ts';
import { knownAnswerOf } from '../../site/engine/models/known-answer.ts';
import { runtimeOf } from '../../site/engine/models/runtime.ts';
import { withDeclaredNames } from '../../site/engine/models/signature.ts';

type Answers = { [sha256: string]: { readonly model: string } & KnownAnswer };

const ANSWERS = fileURLToPath(new URL('../../config/model-answers.json', import.meta.url));
const MODELS = fileURLToPath(new URL('../../site/public/models/', import.meta.url));

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const manifest = asManifest(JSON.parse(await readFile(`${MODELS}manifest.json`, 'utf8')));
if (!manifest) throw new Error('site/public/models/manifest.json is not a manifest. Run `npm run models`.');
const answers = JSON.parse(await readFile(ANSWERS, 'utf8').catch(() => '{}')) as Answers;

ort.env.wasm.numThreads = 1;
for (const model of manifest.models) {
  if (/^https?:/.test(model.file) || (answers[model.sha256] && !values.all)) continue;
  const began = performance.now();
  const session = await runtimeOf(ort).start(await readFile(`${MODELS}${model.file}`), 'wasm');
  const results = await withDeclaredNames(model, session).run(probeOf(model));
  await session.release();
  for (const [sha256, { model: id }] of Object.entries(answers)) if (id === model.id) delete answers[sha256];
  answers[model.sha256] = { model: model.id, ...knownAnswerOf(results) };
  process.stderr.write(`${model.id}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}
const sorted = Object.entries(answers).sort(([, a], [, b]) => (a.model < b.model ? -1 : 1));
await writeFile(ANSWERS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
