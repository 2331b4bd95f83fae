// node tests/bench/estimates/run.mjs [--site DIR] [--minutes N] [tool…]
//
// Runs each tool for the first time in a new profile of Chromium dressed as a phone (one thread), with photographs of two
// sizes, and prints the time that the page shows beside the time that it took.
//
// node tests/bench/estimates/run.mjs --steps --pictures DIR [tool…]
//
// Runs the steps of each tool's plan over the pictures of a folder, without a browser, and prints the processor time of
// each beside the time that `capability/expected-times.ts` states for the baseline device.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const file = process.argv.includes('--steps')
  ? new URL('steps.ts', import.meta.url)
  : new URL('main.ts', import.meta.url);
// The module does its work while it is imported: the importer ends with it.
await runnerImport(fileURLToPath(file), { logLevel: 'error' });
