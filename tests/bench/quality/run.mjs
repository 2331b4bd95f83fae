// node tests/bench/quality/run.mjs [--pictures DIR] [--side PIXELS] [--photographs] [--seed N] [--each] [part…]
//
// Puts degraded pictures with known originals through the real pages of the tools in Chromium, and prints quality and
// time beside a classical method and the untouched picture. Parts: the files of `parts/`; all of them by default.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The module does its work while it is imported: the importer ends with it.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), { logLevel: 'error' });
