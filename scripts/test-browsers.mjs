// `npm run test:browsers`: walks through the site and runs each tool once in Firefox and WebKit, which apt-get installs if it can.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureModels, ensurePackages, ensureProgram, run } from './ensure.mjs';

const isInstalled = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Whether GStreamer, which decodes videos for WebKit, has a plugin. */
function hasPlugin(name) {
  const below = (folder) => (existsSync(folder) ? readdirSync(folder).map((entry) => join(folder, entry)) : []);
  const folders = [...below('/usr/lib'), '/usr/lib', '/usr/lib64', '/usr/local/lib'];
  return folders.some((folder) => existsSync(join(folder, 'gstreamer-1.0', `libgst${name}.so`)));
}

/** What the tests need beside Node: Debian's package, and whether it is here. */
const NEEDS = [
  { package: 'firefox-esr', isHere: () => isInstalled('firefox-esr') },
  { package: 'webkit2gtk-driver', isHere: () => isInstalled('WebKitWebDriver') },
  { package: 'xvfb', isHere: () => isInstalled('xvfb-run') },
  // VP9: the decoder, and the parser without which WebKit reports that it cannot decode.
  { package: 'gstreamer1.0-plugins-good', isHere: () => hasPlugin('vpx') },
  { package: 'gstreamer1.0-plugins-bad', isHere: () => hasPlugin('videoparsersbad') },
];

const missingPackages = () => NEEDS.filter(({ isHere }) => !isHere()).map((need) => need.package);

function ensureBrowsers() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    run('apt-get', ['update', '-qq'], { soft: true });
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { soft: true });
  }
  const stillMissing = missingPackages();
  if (stillMissing.length === 0) return;
  console.error(`Install ${stillMissing.join(', ')} (Debian's names) and try again: these tests need them.`);
  process.exit(1);
}

ensurePackages();
ensureProgram();
ensureModels();
ensureBrowsers();
run('npx', ['vitest', 'run', '--config', 'tests/browsers/vitest.config.ts', ...process.argv.slice(2)], {
  env: { NODE_ENV: 'test' },
});
