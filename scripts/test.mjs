// `npm test`: installs missing packages, models and a browser, then runs all tests. Arguments go to the test runner.
import {
  ensureBrowser,
  ensureJava,
  ensureModels,
  ensurePackages,
  ensureProgram,
  ensureRedis,
  ensureTestBrowser,
  ensureVideoEncoder,
  run,
} from './ensure.mjs';

ensurePackages();
ensureProgram();
ensureModels();
await ensureBrowser();
ensureTestBrowser();
ensureJava();
ensureRedis();
ensureVideoEncoder();
run('npx', ['vitest', 'run', ...process.argv.slice(2)], { env: { NODE_ENV: 'test' } });
