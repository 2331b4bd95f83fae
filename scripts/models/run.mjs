import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchGroup, filesOf, groupBySource, originOf } from './fetch.mjs';
import { isLinked, manifestOf, servedFile } from './manifest.mjs';
import { notices } from './notices.mjs';
import { megabytes, progressOn } from './progress.mjs';
import { readSettings } from './settings.mjs';
import { holds, prune, sha256, writeWhole } from './store.mjs';

/**
 * @import { Diagnostic } from '../../cli/contract.ts'
 * @import { Answers } from './manifest.mjs'
 * @import { Limits } from './download.mjs'
 * @import { ModelSettings } from './settings.mjs'
 * @import { Screen } from './progress.mjs'
 * @typedef {object} Options
 * @property {string} root of the site
 * @property {boolean} [verify] hash the files that are there
 * @property {Screen} screen
 * @property {() => number} now milliseconds
 * @property {Partial<Limits>} [limits]
 * @typedef {{ readonly problems: readonly Diagnostic[], readonly received: number,
 *   readonly prepared: readonly string[], readonly missing: readonly string[] }} Outcome
 */

const FILE = 'config/models.yaml';
const MAX_DOWNLOADS = 3;

/**
 * Prepares the models of `config/models.yaml` that `site/public/models/` lacks, and writes manifest and notices. Problems
 * are warnings if network or registry failed (the site builds without those models) and errors if a file differs from
 * its settings. An invalid or truncated file is never stored.
 * @param {Options} options
 * @returns {Promise<Outcome>}
 */
export async function prepare(options) {
  const { root, screen, now } = options;
  const text = await readFile(join(root, FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return stop([problem('MODELS_FILE', `${FILE} cannot be read.`)]);
  const settings = readSettings(text, FILE);
  if (!settings.ok) return stop(settings.problems);

  const folder = join(root, 'site/public/models');
  const models = settings.value.models.filter((model) => model.enabled);
  const present = await presentIn(folder, { models, verify: options.verify === true });
  const groups = groupBySource(models.filter((model) => !present.has(model.id)));
  const total = groups.reduce((sum, group) => sum + group.reads, 0);
  if (total > settings.value.budget) return stop([overBudget(total, settings.value.budget)]);

  const progress = progressOn(screen, { total, now });
  /** @type {Diagnostic[]} */
  const problems = [];
  /** @type {string[]} */
  const prepared = [];
  const means = { root, onBytes: progress.advance, ...(options.limits ? { limits: options.limits } : {}) };
  await forEachConcurrent(groups, async (group) => {
    const fetched = await fetchGroup(group, means);
    for (const model of group.models) {
      const failure = fetched.ok
        ? await convertAndStore(model, { files: fetched.files, folder })
        : downloadProblem(model, fetched);
      if (failure) problems.push(failure);
      else prepared.push(model.id);
      progress.say(failure ? `${model.id}: failed` : `${model.id}: ready, ${megabytes(servedFile(model).bytes)}`);
    }
  });
  const available = new Set([...present, ...prepared]);
  const manifest = await publish(folder, { models, there: available, answers: await answersIn(root) });
  return { problems, received: progress.received(), prepared, missing: manifest.missing };
}

/**
 * @param {string} folder
 * @param {{ readonly models: readonly ModelSettings[], readonly verify: boolean }} work
 */
async function presentIn(folder, { models, verify }) {
  const found = await Promise.all(
    models.map(async (model) => {
      const { file, ...expected } = servedFile(model);
      return isLinked(model) || (await holds(join(folder, file), expected, verify)) ? [model.id] : [];
    }),
  );
  return new Set(found.flat());
}

/**
 * Verifies, converts, verifies the result and stores it.
 * @param {ModelSettings} model
 * @param {{ readonly files: ReadonlyMap<string, Uint8Array>, readonly folder: string }} work
 * @returns {Promise<Diagnostic | undefined>}
 */
async function convertAndStore(model, { files, folder }) {
  const { id, source } = model;
  const absent = filesOf(model).find((file) => !files.has(file));
  if (absent !== undefined) return problem('MODELS_FILE_ABSENT', `${id}: the package does not hold ${absent}.`);
  const parts = filesOf(model).flatMap((file) => files.get(file) ?? []);
  const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  const found = sha256(bytes);
  if (found !== source.sha256) {
    const message = `${id}: the file that arrived (${bytes.length} bytes, sha256 ${found}) is not the one in ${FILE}.`;
    return problem('MODELS_SOURCE_HASH', message, 'Nothing was stored. Do not change the hash before you know why.');
  }
  try {
    const { convert } = await import('./convert.mjs');
    const convertedBytes = convert(bytes, model.convert);
    const served = servedFile(model);
    const hash = sha256(convertedBytes);
    if (hash !== served.sha256 || convertedBytes.length !== served.bytes) {
      const message = `${id}: the conversion produced ${convertedBytes.length} bytes with sha256 ${hash}, which is not what ${FILE} says.`;
      return problem(
        'MODELS_OUTPUT_HASH',
        message,
        'After a deliberate change of the conversion, write these into `output`.',
      );
    }
    await writeWhole(join(folder, served.file), convertedBytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem(
      'MODELS_CONVERSION',
      `${id}: the file cannot be converted: ${reason}.`,
      `Check \`convert\` in ${FILE}.`,
    );
  }
  return undefined;
}

/**
 * @param {string} folder
 * @param {{ readonly models: readonly ModelSettings[], readonly there: ReadonlySet<string>, readonly answers: Answers }} work
 */
async function publish(folder, { models, there: available, answers }) {
  const manifest = manifestOf(models, available, answers);
  const data = notices(manifest, await licenceTexts());
  await writeWhole(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  await writeWhole(join(folder, 'notices.json'), `${JSON.stringify(data, null, 1)}\n`);
  await prune(folder, new Set(models.map((model) => servedFile(model).file)));
  return manifest;
}

/**
 * Known answers; none where the site has not computed any.
 * @param {string} root
 * @returns {Promise<Answers>}
 */
async function answersIn(root) {
  const text = await readFile(join(root, 'config/model-answers.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text);
}

/** @returns {Promise<Record<string, string>>} licence -> text */
async function licenceTexts() {
  const folder = new URL('./licences/', import.meta.url);
  const files = await readdir(folder);
  const texts = files.map(async (name) => [name.replace('.txt', ''), await readFile(new URL(name, folder), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Runs `work` for all items, at most `MAX_DOWNLOADS` at a time.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} work
 */
async function forEachConcurrent(items, work) {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, lane));
}

/** @param {readonly Diagnostic[]} problems */
function stop(problems) {
  return { problems, received: 0, prepared: [], missing: [] };
}

/**
 * @param {ModelSettings} model
 * @param {{ readonly reachable: boolean, readonly reason: string }} failure
 * @returns {Diagnostic}
 */
function downloadProblem(model, { reachable, reason }) {
  const message = `${model.id}: ${originOf(model)} could not be read: ${reason}.`;
  if (reachable)
    return problem('MODELS_SOURCE', message, 'The package, address or file is not what the settings expect.');
  const hint = 'The site builds without it, and its tools say so. Run `npm run models` when the network is there.';
  return { ...problem('MODELS_UNREACHABLE', message, hint), severity: 'warning' };
}

/**
 * @param {number} total
 * @param {number} budget
 */
function overBudget(total, budget) {
  const message = `The models would take ${megabytes(total)} of downloads; the budget is ${megabytes(budget)}.`;
  return problem('MODELS_BUDGET', message, `Switch a model off (\`enabled: false\`) or raise \`budget\` in ${FILE}.`);
}

/**
 * @param {string} code
 * @param {string} message
 * @param {string} [hint]
 * @returns {Diagnostic}
 */
function problem(code, message, hint) {
  return { code, severity: 'error', message, file: FILE, ...(hint ? { hint } : {}) };
}
