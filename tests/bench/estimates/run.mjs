// node tests/bench/estimates/run.mjs [--site DIR] [--minutes N] [tool…]
//
// Runs each tool for the first time in a new profile of Chromium dressed as a phone (one thread), with photographs of two
// sizes, and prints the time that the page shows beside the time that it took.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The module does its work while it is imported: the importer ends with it.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), { logLevel: 'error' });
