// node tests/bench/memory/run.mjs [--site DIR] [--minutes N] [tool…]
//
// Puts a photograph of 12 megapixels through the tools in Chromium dressed as a phone (one thread, no reported memory),
// and prints the peak memory of the page's renderer process and the time. `--site`: a built site, to compare commits.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The module does its work while it is imported: the importer ends with it.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), { logLevel: 'error' });
