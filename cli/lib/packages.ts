import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Package managers by the names of their lock files. */
const managersByLockFile = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'yarn.lock': 'yarn',
  'pnpm-lock.yaml': 'pnpm',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const;

type PackageManager = (typeof managersByLockFile)[keyof typeof managersByLockFile];

/** Names of the lock files of package managers. */
export const lockFiles = Object.keys(managersByLockFile) as readonly (keyof typeof managersByLockFile)[];

/** Paths below `node_modules` of the records that npm, pnpm, Yarn 1 and later Yarn write of the packages that they installed. */
export const installRecords = ['.package-lock.json', '.pnpm/lock.yaml', '.yarn-integrity', '.yarn-state.yml'] as const;

/** Returns the nearest folder with a `package.json`, upwards from a folder; null if there is none. */
export function packageAround(folder: string): string | null {
  if (existsSync(join(folder, 'package.json'))) return folder;
  return folder === dirname(folder) ? null : packageAround(dirname(folder));
}

/**
 * Returns a text whose commands of npm are those of the package manager of a folder: that which the nearest `package.json`
 * names, whose lock file is the nearest, or that runs this process.
 */
export function forPackageManager(text: string, folder: string = process.cwd()): string {
  if (!text.includes('npm ')) return text;
  const manager = packageManagerOf(folder);
  if (manager === 'npm') return text;
  const dev = manager === 'pnpm' ? ' --save-dev' : ' --dev';
  return text
    .replace(/npm install( --save-dev)?(?= [\w@])/g, (_, isDev) => `${manager} add${isDev ? dev : ''}`)
    .replace(/npm (?=install|start)/g, `${manager} `);
}

function packageManagerOf(folder: string): PackageManager {
  const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(manifestText(folder))?.[1];
  const lockFile = lockFiles.find((name) => existsSync(join(folder, name)));
  const manager = named ?? (lockFile && managersByLockFile[lockFile]);
  if (manager !== undefined) return manager as PackageManager;
  if (folder !== dirname(folder)) return packageManagerOf(dirname(folder));
  const running = /^(?:pnpm|yarn|bun)(?=\/)/.exec(process.env.npm_config_user_agent ?? '')?.[0];
  return (running ?? 'npm') as PackageManager;
}

function manifestText(folder: string): string {
  const file = join(folder, 'package.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Returns the real path of the folder that a package name resolves to from a folder; null if it is not installed. */
export function installedPackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) return realpathSync(path);
    if (folder === dirname(folder)) return null;
  }
}
