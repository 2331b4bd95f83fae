// node tests/bench/simd/run.mjs [--side 512] [--rounds 3]
//
// Runs operations with the compiled routines and with their TypeScript reference by turns, in one process, and prints the
// processor time of both: medians of the rounds.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The module does its work while it is imported: the importer ends with it.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), { logLevel: 'error' });
