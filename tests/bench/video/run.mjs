// node tests/bench/video/run.mjs [--width PIXELS] [--frames N]
//
// Takes marks out of clips that Chromium makes here, and prints quality, flicker and frames per second beside Telea's
// filling frame by frame, and what is held at once for 5 and for 60 seconds.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The module does its work while it is imported: the importer ends with it.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), { logLevel: 'error' });
