// Installs what `npm start` and `npm test` need on a machine with Node alone. Imports only Node's built-in modules.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project's folder with inherited output. Exits when it fails, unless `soft`: then returns false. */
export function run(command, args, { soft = false, env = {} } = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (result.status === 0) return true;
  if (soft) return false;
  process.exit(result.status ?? 1);
}

/** Installs packages if they are missing or differ from the lock file. */
export function ensurePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) {
    console.error(`This project needs Node 20.19, 22.12 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  const installed = join(root, 'node_modules/.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  if (existsSync(installed) && sameVersions(lock, installed)) return;
  console.log('Installing packages …');
  // Not `npm ci`: it rejects a lock file from a registry that lacks optional packages of some platforms.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']);
}

/** Whether the installed versions match the lock file. A checkout changes its time, but not its content. */
function sameVersions(lock, installed) {
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const [required, present] = [packagesOf(lock), packagesOf(installed)];
  return Object.entries(required).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      entry.optional ||
      // A package of this repository is a link to its folder.
      (entry.link ? existsSync(join(root, path)) : entry.version === present[path]?.version),
  );
}

/** Compiles the generator if its sources changed. */
export function ensureProgram() {
  run(process.execPath, ['cli/build.mjs']);
}

/** Prepares missing models. Without a network, the site is built without them. */
export function ensureModels() {
  run(process.execPath, ['scripts/models/prepare.mjs']);
}

/** Chromium flags for containers and for machines without a network. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge'];

/** Debian's Chromium without windows. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of an installed Chromium, or null. `CHROMIUM_PATH` takes precedence. */
export function installedBrowser() {
  const candidates = [process.env.CHROMIUM_PATH, ...inSearchPath(names), ...wellKnown];
  return candidates.find((path) => path && isProgram(path)) ?? null;
}

/**
 * Path of the browser for tests, or null: a Chromium without windows, in which a new page takes a third of the CPU time,
 * else the installed one. `CHROMIUM_PATH` takes precedence.
 */
export function installedTestBrowser() {
  if (process.env.CHROMIUM_PATH) return installedBrowser();
  return inSearchPath([HEADLESS_SHELL]).find(isProgram) ?? installedBrowser();
}

/** Paths that programs of these names would have in the folders of `PATH`. */
function inSearchPath(programs) {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':');
  return folders.flatMap((folder) => programs.map((name) => join(folder, name)));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Path of an installed Java, which the Nu HTML checker needs, or null. `JAVA_HOME` takes precedence. */
export function installedJava() {
  const name = process.platform === 'win32' ? 'java.exe' : 'java';
  const fromJavaHome = process.env.JAVA_HOME ? [join(process.env.JAVA_HOME, 'bin', name)] : [];
  return [...fromJavaHome, ...inSearchPath([name])].find(isProgram) ?? null;
}

/** Path of an installed Redis server, or null. */
export function installedRedis() {
  return inSearchPath(['redis-server', 'valkey-server']).find(isProgram) ?? null;
}

/** Installs a Redis server for the tests of a fleet if apt-get can; without it, they are skipped with a message. */
export function ensureRedis() {
  if (installedRedis() || process.getuid?.() !== 0 || !run('apt-get', ['--version'], { soft: true })) return;
  console.log('No Redis found; installing one …');
  run('apt-get', ['update', '-qq'], { soft: true });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { soft: true });
}

/** Installs ffmpeg for the tests of videos if apt-get can; without it, they are skipped with a message. */
export function ensureVideoEncoder() {
  if (inSearchPath(['ffmpeg']).some(isProgram) || process.getuid?.() !== 0) return;
  if (!run('apt-get', ['--version'], { soft: true })) return;
  console.log('No ffmpeg found; installing one …');
  run('apt-get', ['update', '-qq'], { soft: true });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg'], { soft: true });
}

/** Installs Java for the Nu HTML checker if apt-get can; without Java, its test is skipped with a message. */
export function ensureJava() {
  if (installedJava() || process.getuid?.() !== 0 || !run('apt-get', ['--version'], { soft: true })) return;
  console.log('No Java found; installing one …');
  run('apt-get', ['update', '-qq'], { soft: true });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'default-jre-headless'], { soft: true });
}

/** Installs Debian's Chromium without windows beside Debian's Chromium; without it, tests use the latter and take longer. */
export function ensureTestBrowser() {
  const installed = installedTestBrowser();
  const isOfDebian = installed === '/usr/bin/chromium' && !process.env.CHROMIUM_PATH;
  if (!isOfDebian || process.getuid?.() !== 0 || !run('apt-get', ['--version'], { soft: true })) return;
  console.log('Installing a Chromium without windows for the tests …');
  run('apt-get', ['update', '-qq'], { soft: true });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS_SHELL], { soft: true });
}

/** Ensures a browser: an installed one, else Playwright's, else the system's package. Exits if there is none. */
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
