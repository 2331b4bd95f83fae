// `npm test`: installs missing packages, models and a browser, then runs all tests. Arguments go to the test runner.
import {
  ensureBrowser,
  ensureJava,
  ensureModels,
  ensurePackages,
  ensureProgram,
  ensureTestBrowser,
  run,
} from './ensure.mjs';

ensurePackages();
ensureProgram();
ensureModels();
await ensureBrowser();
ensureTestBrowser();
ensureJava();
run('npx', ['vitest', 'run', ...process.argv.slice(2)], { env: { NODE_ENV: 'test' } });
