import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { Diagnostic } from '../contract.ts';
import { home, packageName } from '../lib/home.ts';
import { fail, ok, type Result } from '../report/result.ts';

/** What a new site can start from: a folder of `templates/`, and what it is for. */
export const templates = {
  blank: 'one page in one language',
  blog: 'posts, topics and feeds in two languages',
  docs: 'documentation with a sidebar',
  studio: 'a tool that works in the browser, in a worker',
} as const;

export type Template = keyof typeof templates;

export const isTemplate = (name: string): name is Template => Object.hasOwn(templates, name);

type Manifest = { readonly [key: string]: unknown } & {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

const ownManifest = (): Manifest & { readonly version: string } =>
  JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/** What the type checker needs besides the package, in the versions that it is developed with. */
const forTypes = ['@types/react', '@types/react-dom', 'typescript'];

const scripts = {
  start: 'sitegen serve',
  build: 'sitegen build',
  preview: 'sitegen serve --built',
  types: 'sitegen types && tsc',
};

/**
 * Writes a new site into a folder. Files that exist are an error, except for `package.json`, to which only what is
 * missing is added. Returns the paths of the written files.
 */
export function createSite(root: string, template: Template): Result<readonly string[]> {
  const name = basename(root);
  const files = new Map<string, string>();
  for (const folder of ['base', template]) {
    for (const [path, text] of filesBelow(join(home, 'templates', folder))) {
      // npm leaves a `.gitignore` out of its packages.
      files.set(
        path === 'gitignore' ? '.gitignore' : path,
        text.replaceAll('{{name}}', stringify(titleOf(name)).trim()),
      );
    }
  }
  const taken = [...files.keys()].filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) return fail(taken.map(takenProblem));
  const manifest = mergedManifest(join(root, 'package.json'), name);
  if (!manifest.ok) return manifest;
  files.set('package.json', manifest.value);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return ok([...files.keys()].sort());
}

function filesBelow(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(file, 'utf8')]);
}

function takenProblem(file: string): Diagnostic {
  return {
    code: 'INIT_FILE_EXISTS',
    severity: 'error',
    message: `${file} already exists, and the template contains a file of this name.`,
    hint: 'Choose an empty folder, or move the file away.',
    file,
  };
}

/** `my-blog` -> `My blog`. */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[-_.]+/g, ' ').trim() || 'My site';
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The `package.json` of the site: what is there already, and the package, its scripts and the types where missing. */
function mergedManifest(file: string, name: string): Result<string> {
  const own = ownManifest();
  const versions = { ...own.dependencies, ...own.devDependencies };
  let before: Manifest = {};
  if (existsSync(file)) {
    try {
      before = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      const message = `package.json is not valid JSON: ${(error as Error).message}`;
      return fail([
        {
          code: 'INIT_PACKAGE',
          severity: 'error',
          message,
          hint: 'Correct the syntax, then create the site again.',
          file: 'package.json',
        },
      ]);
    }
  }
  const types = Object.fromEntries(forTypes.map((one) => [one, versions[one] ?? '*']));
  const isInstalled = before.dependencies?.[packageName] ?? before.devDependencies?.[packageName];
  const merged = {
    ...(existsSync(file) ? {} : { name: packageNameOf(name), private: true, type: 'module' }),
    ...before,
    scripts: { ...scripts, ...withoutPlaceholders(before.scripts) },
    dependencies: { ...(isInstalled ? {} : { [packageName]: own.version }), ...before.dependencies },
    devDependencies: { ...types, ...before.devDependencies },
  };
  return ok(`${JSON.stringify(merged, null, 2)}\n`);
}

/** `npm init -y` writes a test script that only fails. */
const withoutPlaceholders = (before: Manifest['scripts'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(before).filter(([, command]) => !command.includes('no test specified')));

/** Letters, digits and hyphens, as npm requires of names. */
const packageNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'site';
