// `npm start`: installs missing packages and models, then serves the site.
import { ensureModels, ensurePackages, ensureProgram, run } from './ensure.mjs';

ensurePackages();
ensureProgram();
ensureModels();
run(process.execPath, ['cli/dist/bin.js', 'serve', ...process.argv.slice(2)]);
