// `npm test`: installs what is missing, the browser too, and runs every test. Arguments go to the test runner.
import { ensureBrowser, ensurePackages, ensureProgram, run } from './ensure.mjs';

ensurePackages();
ensureProgram();
await ensureBrowser();
run('npx', ['vitest', 'run', ...process.argv.slice(2)], { env: { NODE_ENV: 'test' } });
