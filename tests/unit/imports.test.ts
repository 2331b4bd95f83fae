import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The layers of the generator, from the bottom. A folder may import from those before it; type imports count. A file
 * in `cli` itself, such as `pipeline.ts`, is a layer of its own.
 */
const generator = [
  ...['contract', 'lib', 'runtime', 'report', 'storage'],
  ...['sources', 'schema', 'config', 'plugins', 'loaders', 'locales', 'translations', 'pictures', 'content', 'routes'],
  ...['bundle', 'incremental', 'render', 'check', 'cards', 'emit', 'search', 'output', 'parts', 'cms'],
  ...[
    'plan-memory',
    'plan-store',
    'reusable',
    'plan',
    'build-options',
    'prepare',
    'finish',
    'pipeline',
    'build',
    'fleet',
    'serve',
    'init',
    'commands',
    'index',
    'bin',
  ],
];

/** Import statements of the files of `area`, by file: the paths that it imports, as they are written. */
function importsOf(area: string): ReadonlyMap<string, readonly string[]> {
  const listed = execFileSync('git', ['ls-files', '-z', '--', area], { cwd: root, encoding: 'utf8' });
  // Templates are sites of their own.
  const files = listed
    .split('\0')
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.startsWith('cli/templates/'));
  const targetsOf = (file: string): readonly string[] =>
    specifiersOf(readFileSync(join(root, file), 'utf8')).map((specifier) => normalize(join(dirname(file), specifier)));
  return new Map(files.map((file) => [file, targetsOf(file)]));
}

/** Import statements between folders of `area`, as `from -> to`, with the files that hold them. */
function importsBetween(area: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [file, targets] of importsOf(area)) {
    const from = folderOf(area, file);
    for (const target of targets) {
      if (!target.startsWith(`${area}/`)) continue;
      const to = folderOf(area, target);
      if (from === to) continue;
      const edge = `${from} -> ${to}`;
      found.set(edge, [...(found.get(edge) ?? []), file]);
    }
  }
  return found;
}

/** Files of `area` that import themselves through others, or that lie between such files; with what they import of these. */
function circularImports(area: string): ReadonlyMap<string, readonly string[]> {
  const all = importsOf(area);
  let rest = new Map([...all].map(([file, targets]) => [file, targets.filter((target) => all.has(target))]));
  let count = 0;
  while (rest.size !== count) {
    count = rest.size;
    const imported = new Set([...rest.values()].flat());
    const importing = [...rest].filter(([file, targets]) => imported.has(file) && targets.length > 0);
    const files = new Set(importing.map(([file]) => file));
    rest = new Map(importing.map(([file, targets]) => [file, targets.filter((target) => files.has(target))]));
  }
  return rest;
}

/** The relative specifiers of static, dynamic and type imports, and of re-exports. */
function specifiersOf(source: string): readonly string[] {
  const statement = /^(?:import|export)\b[^;]*?\bfrom\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gms;
  return [...source.matchAll(statement)].map(([, ...groups]) => groups.find((group) => group !== undefined) as string);
}

/** Folder of `area` that a file is in, or the name of a file that is in no such folder, without its extension. */
const folderOf = (area: string, file: string): string =>
  (file.split('/')[area.split('/').length] as string).replace(/\.\w+$/, '');

/** Imports between folders that do not lead to a layer below, with their files. */
function upwardImports(area: string, layers: readonly string[]): readonly string[] {
  return [...importsBetween(area)]
    .filter(([edge]) => {
      const [from = '', to = ''] = edge.split(' -> ');
      return layers.indexOf(to) >= layers.indexOf(from) || layers.indexOf(to) < 0;
    })
    .map(([edge, files]) => `${edge}: ${[...new Set(files)].sort().join(', ')}`)
    .sort();
}

describe('the imports of cli', () => {
  it('lead only from a layer to layers below it', () => {
    expect(upwardImports('cli', generator)).toEqual([]);
  });

  it('lead from no file back to it', () => {
    expect(circularImports('cli')).toEqual(new Map());
  });

  it('are found in every layer that is listed, and in no other', () => {
    const folders = new Set([...importsBetween('cli').keys()].flatMap((edge) => edge.split(' -> ')));
    expect([...folders].sort()).toEqual(generator.toSorted());
  });
});

/** The layers of the site, from the bottom. */
const site = [
  ...['styles', 'App.module', 'lib', 'ui', 'engine', 'workspace', 'tools', 'tracking', 'shell', 'markdown'],
  ...['dev-utils', 'pages', 'App'],
];

/** The layers of the engine, from the bottom. */
const engine = [
  ...[
    'manifest',
    'errors',
    'load-part',
    'free-buffer',
    'types',
    'tiles',
    'jobs',
    'simd',
    'ops',
    'gpu',
    'codecs',
    'models',
    'adapters',
    'capability',
  ],
  ...['workers', 'video'],
];

describe('the imports of site', () => {
  it('lead only from a layer to layers below it', () => {
    expect(upwardImports('site', site)).toEqual([]);
  });

  it('lead from no file back to it', () => {
    expect(circularImports('site')).toEqual(new Map());
  });

  it('lead only from a layer to layers below it within the engine', () => {
    expect(upwardImports('site/engine', engine)).toEqual([]);
  });
});
