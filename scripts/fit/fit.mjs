// node scripts/fit/fit.mjs damage|marks --fit DIR --report DIR [--seed N] [--rounds N] [--side PX] [--only PATHS] [--fonts DIR]
//
// Fits the parameters of a detector on the pictures of one folder and reports on those of another; see README.md.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The module does its work while it is imported: the importer exits with it.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), { logLevel: 'error' });
