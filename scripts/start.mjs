// `npm start`: installs what is missing, builds the site and serves it.
import { ensureModels, ensurePackages, ensureProgram, run } from './ensure.mjs';

ensurePackages();
ensureProgram();
ensureModels();
run(process.execPath, ['cli/dist/bin.js', 'build']);
run(process.execPath, ['cli/dist/bin.js', 'serve', ...process.argv.slice(2)]);
