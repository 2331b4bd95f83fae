#!/usr/bin/env node
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { megabytes } from './progress.mjs';
import { prepare } from './run.mjs';
import { writeRuntime } from './runtime.mjs';

/**
 * @import { Diagnostic } from '../../cli/contract.ts'
 */

const HELP = `Prepares the models of config/models.yaml in site/public/models/.

  node scripts/models/prepare.mjs [--verify] [--strict] [--root <folder>]

  --verify   compute the hashes of the files that are there, too
  --strict   fail when a model is missing, even for want of a network
  --root     the site; by default the one this script belongs to
`;

const flag = /** @type {const} */ ({ type: 'boolean', default: false });
const { values } = parseArgs({
  options: { verify: flag, strict: flag, help: { ...flag, short: 'h' }, root: { type: 'string' } },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await main(values);

/** @param {{ verify: boolean, strict: boolean, root?: string | undefined }} options */
async function main({ verify, strict, root = fileURLToPath(new URL('../../', import.meta.url)) }) {
  const started = performance.now();
  const screen = process.stderr;
  const { problems, received, prepared, missing } = await prepare({
    root,
    verify,
    screen,
    now: () => performance.now(),
  });
  await writeRuntime(join(root, 'site/public/models'));
  for (const problem of problems) screen.write(described(problem));
  if (prepared.length > 0) {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    screen.write(`models: ${prepared.length} prepared, ${megabytes(received)} read, ${seconds} s\n`);
  }
  if (missing.length > 0)
    screen.write(`models: missing: ${missing.join(', ')}; their tools use the classical method\n`);
  return problems.some(({ severity }) => severity === 'error') || (strict && missing.length > 0) ? 1 : 0;
}

/** @param {Diagnostic} problem */
function described({ severity, code, message, hint, file, line, column }) {
  const location = file && line ? `  ${file}:${line}:${column ?? 1}\n` : '';
  return `${severity} ${code}: ${message}\n${location}${hint ? `  ${hint}\n` : ''}`;
}
