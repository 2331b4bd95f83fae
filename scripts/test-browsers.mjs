// `npm run test:browsers`: runs each tool on one picture in Firefox and WebKit, which apt-get installs if it can.
import { spawnSync } from 'node:child_process';
import { ensureBrowser, ensureModels, ensurePackages, ensureProgram, run } from './ensure.mjs';

/** Programs that the tests start, and their Debian packages. */
const PROGRAMS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', 'xvfb-run': 'xvfb' };

const isInstalled = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

function missingPrograms() {
  return Object.keys(PROGRAMS).filter((program) => !isInstalled(program));
}

function ensureBrowsers() {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const packages = missing.map((program) => PROGRAMS[program]);
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    run('apt-get', ['update', '-qq'], { soft: true });
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { soft: true });
  }
  if (missingPrograms().length === 0) return;
  console.error(`Install ${packages.join(', ')} and try again: these tests need ${missingPrograms().join(', ')}.`);
  process.exit(1);
}

ensurePackages();
ensureProgram();
ensureModels();
await ensureBrowser();
ensureBrowsers();
run('npx', ['vitest', 'run', '--config', 'tests/browsers/vitest.config.ts', ...process.argv.slice(2)], {
  env: { NODE_ENV: 'test' },
});
