// `npm run docs`: installs missing packages, writes the reference, then serves the documentation.
import { ensurePackages, ensureProgram, run } from '../ensure.mjs';

ensurePackages();
ensureProgram();
const { writeReference } = await import('./reference.mjs');
writeReference();
run(process.execPath, ['cli/dist/bin.js', 'serve', '--root', 'docs', ...process.argv.slice(2)]);
