// What `npm start` and `npm test` need on a machine that has Node and nothing else. Only Node's own modules here.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project's folder and shows what it prints. Ends the process when it fails, unless `soft`. */
export function run(command, args, { soft = false, env = {} } = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (result.status === 0) return true;
  if (soft) return false;
  process.exit(result.status ?? 1);
}

/** Installs the packages of the lock file where they are missing or older than it. */
export function ensurePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`This project needs Node 20.19 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  const installed = join(root, 'node_modules/.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  if (existsSync(installed) && sameVersions(lock, installed)) return;
  console.log('Installing packages …');
  // Not `npm ci`: it refuses a lock file made where a registry has not every platform's optional packages.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']);
}

/** A checkout gives the lock file a new time without changing what it says. */
function sameVersions(lock, installed) {
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const [wanted, present] = [packagesOf(lock), packagesOf(installed)];
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.version === present[path]?.version,
  );
}

/** Compiles the generator where its sources changed. */
export function ensureProgram() {
  run(process.execPath, ['cli/build.mjs']);
}

/** Prepares the models of the tools where they are missing. Without a network the site is built without them. */
export function ensureModels() {
  run(process.execPath, ['scripts/models/prepare.mjs']);
}

/** Flags of Chromium for a machine without a network, and for a container. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge'];

const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of an installed Chromium, or null. `CHROMIUM_PATH` names one outright. */
export function installedBrowser() {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':');
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...wellKnown,
  ];
  return candidates.find((path) => path && isProgram(path)) ?? null;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Path of an installed Java, or null; the Nu HTML checker runs on it. `JAVA_HOME` names one outright. */
export function installedJava() {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':');
  const name = process.platform === 'win32' ? 'java.exe' : 'java';
  const candidates = [process.env.JAVA_HOME && join(process.env.JAVA_HOME, 'bin'), ...folders];
  return (
    candidates
      .filter(Boolean)
      .map((folder) => join(folder, name))
      .find((path) => isProgram(path)) ?? null
  );
}

/** Installs a Java for the Nu HTML checker where the system's packages allow it; its test says so if there is none. */
export function ensureJava() {
  if (installedJava() || process.getuid?.() !== 0 || !run('apt-get', ['--version'], { soft: true })) return;
  console.log('No Java found; installing one …');
  run('apt-get', ['update', '-qq'], { soft: true });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'default-jre-headless'], { soft: true });
}

/** Finds or installs a browser: an installed one, then Playwright's own, then the system's package. */
export async function ensureBrowser() {
  if (installedBrowser()) return;
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return;
  console.log('No Chromium found; installing one …');
  if (run('npx', ['playwright', 'install', '--with-deps', 'chromium'], { soft: true })) return;
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], { soft: true })) {
    run('apt-get', ['update', '-qq'], { soft: true });
    if (run('apt-get', ['install', '-y', '-qq', 'chromium'], { soft: true })) return;
  }
  console.error('No browser could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH, and try again.');
  process.exit(1);
}
