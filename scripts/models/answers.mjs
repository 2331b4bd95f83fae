// node scripts/models/answers.mjs [--all]
//
// Computes the known answers of the prepared models that lack one, or with --all of all of them; see README.md.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The module does its work while it is imported.
await runnerImport(fileURLToPath(new URL('answers.ts', import.meta.url)), { logLevel: 'error' });
