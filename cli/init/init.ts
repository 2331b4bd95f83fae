import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { Diagnostic } from '../contract.ts';
import { home, packageName } from '../lib/home.ts';
import { fail, ok, type Result } from '../report/result.ts';

/** Templates of new sites, which are folders of `templates/`, with descriptions. */
export const templates = {
  blank: 'one page in one language',
  blog: 'posts, topics and feeds in two languages',
  docs: 'documentation with a sidebar and a search',
  studio: 'a tool that works in the browser, in a worker',
} as const;

export type Template = keyof typeof templates;

export const isTemplate = (name: string): name is Template => Object.hasOwn(templates, name);

type PackageManifest = { readonly [key: string]: unknown } & {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

const sitegenManifest = (): PackageManifest & { readonly version: string } =>
  JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

/** Packages that the type checker needs, in the versions that sitegen is developed with. */
const typePackages = ['@types/react', '@types/react-dom', 'typescript'];

/** Optional packages of sitegen that a template uses. */
const templatePackages: Partial<Record<Template, readonly string[]>> = { docs: ['pagefind'] };

const scripts = {
  start: 'sitegen serve',
  build: 'sitegen build',
  preview: 'sitegen serve --built',
  types: 'sitegen types && tsc',
};

/**
 * Writes a new site into a folder. Existing files are an error, except for `package.json` and `.gitignore`, to which what is
 * missing is added. Returns the paths of the written files.
 */
export function createSite(root: string, template: Template): Result<readonly string[]> {
  const name = basename(root);
  const files = new Map<string, string>();
  for (const folder of ['base', template]) {
    for (const [path, text] of filesBelow(join(home, 'templates', folder))) {
      // npm excludes `.gitignore` files from packages.
      files.set(
        path === 'gitignore' ? '.gitignore' : path,
        text.replaceAll('{{name}}', stringify(titleOf(name)).trim()),
      );
    }
  }
  files.set('.gitignore', mergedLines(join(root, '.gitignore'), files.get('.gitignore') ?? ''));
  const existingFiles = [...files.keys()].filter((path) => path !== '.gitignore' && existsSync(join(root, path)));
  if (existingFiles.length > 0) return fail(existingFiles.map(existingFileProblem));
  const manifest = mergedManifest(join(root, 'package.json'), { name, packages: templatePackages[template] ?? [] });
  if (!manifest.ok) return manifest;
  files.set('package.json', manifest.value);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return ok([...files.keys()].sort());
}

/** Returns the text of a file with the lines added that it lacks. */
function mergedLines(file: string, text: string): string {
  if (!existsSync(file)) return text;
  const existing = readFileSync(file, 'utf8');
  const nameOf = (line: string): string => line.trim().replace(/^\/|\/$/g, '');
  const names = existing.split('\n').map(nameOf);
  const missing = text.split('\n').filter((line) => !names.includes(nameOf(line)));
  if (missing.length === 0) return existing;
  return `${existing.replace(/\n*$/, '\n')}${missing.join('\n')}\n`;
}

function filesBelow(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(file, 'utf8')]);
}

function existingFileProblem(file: string): Diagnostic {
  return {
    code: 'INIT_FILE_EXISTS',
    severity: 'error',
    message: `${file} already exists, and the template contains a file of this name.`,
    hint: 'Choose an empty folder, or move the file away and add what it has to the new one.',
    file,
  };
}

/** Returns the title of a site from the name of its folder: `My blog` for `my-blog`. */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[-_.]+/g, ' ').trim() || 'My site';
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the site's `package.json`: the existing one, with the packages and scripts of the template added if missing. */
function mergedManifest(
  file: string,
  { name, packages }: { readonly name: string; readonly packages: readonly string[] },
): Result<string> {
  const sitegen = sitegenManifest();
  const versions = { ...sitegen.peerDependencies, ...sitegen.dependencies, ...sitegen.devDependencies };
  let existing: PackageManifest = {};
  if (existsSync(file)) {
    try {
      existing = JSON.parse(readFileSync(file, 'utf8'));
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
  const developed = Object.fromEntries([...typePackages, ...packages].map((one) => [one, versions[one] ?? '*']));
  const isInstalled = existing.dependencies?.[packageName] ?? existing.devDependencies?.[packageName];
  const merged = {
    ...(existsSync(file) ? {} : { name: packageNameOf(name), private: true, type: 'module' }),
    ...existing,
    scripts: { ...scripts, ...withoutPlaceholders(existing.scripts) },
    dependencies: { ...(isInstalled ? {} : { [packageName]: sitegen.version }), ...existing.dependencies },
    devDependencies: { ...developed, ...existing.devDependencies },
  };
  return ok(`${JSON.stringify(merged, null, 2)}\n`);
}

/** Returns the scripts without the test script of `npm init -y`, which only fails. */
const withoutPlaceholders = (existing: PackageManifest['scripts'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(existing).filter(([, command]) => !command.includes('no test specified')));

/** Returns a name of letters, digits and hyphens, as npm requires. */
const packageNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'site';
