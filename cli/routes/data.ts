import type { Diagnostic, Json } from '../contract.ts';
import { readTable } from '../schema/records.ts';
import { decode, encodingProblem, positionAt } from '../sources/encoding.ts';
import { MAX_DEPTH, readJson } from '../sources/json.ts';
import type { SourceTree } from '../sources/tree.ts';
import { parseYaml } from '../sources/yaml.ts';
import type { DataFiles, SitePlan } from './site-plan.ts';

type DataFile = { readonly value: Json; readonly problems: readonly Diagnostic[] };

/** Returns the data files of a source tree; each is read when its value or its errors are wanted for the first time. */
export function dataFiles(tree: SourceTree): DataFiles {
  const files = new Map<string, DataFile>();
  const fileOf = (path: string): DataFile => {
    const file = files.get(path) ?? readDataFile(tree, path);
    files.set(path, file);
    return file;
  };
  return { read: (path) => fileOf(path).value, problems: (path) => fileOf(path).problems };
}

/** Returns the errors of the data files that routes name. */
export function dataProblems(plan: Pick<SitePlan, 'tree' | 'config' | 'table' | 'data'>): readonly Diagnostic[] {
  const { tree, config, table, data } = plan;
  const files = new Set<string>();
  const pages = new Set(table.routes.map(({ id, locale }) => `${locale} ${id}`));
  for (const route of config.routes) {
    for (const query of Object.values(route.data)) {
      if ('image' in query && !tree.files.has(query.image)) files.add(query.image);
      if (!('file' in query)) continue;
      for (const { code } of config.locales.list)
        if (pages.has(`${code} ${route.id}`)) files.add(query.file.replaceAll('{locale}', code));
    }
  }
  return Array.from(files).flatMap(data.problems);
}

const withProblem = (problem: Diagnostic): DataFile => ({ value: null, problems: [problem] });

function readDataFile(tree: SourceTree, file: string): DataFile {
  if (!tree.files.has(file)) {
    const hint = 'Create it, or change the route of config/routes.yaml that names it.';
    return withProblem({
      code: 'DATA_MISSING',
      severity: 'error',
      message: `There is no data file ${file}.`,
      hint,
      file,
    });
  }
  const bytes = tree.bytes(file);
  const encoding = encodingProblem(file, bytes);
  if (encoding) return withProblem(encoding);
  const text = decode(bytes);
  if (file.endsWith('.json')) return readJsonFile(file, text);
  if (file.endsWith('.csv')) {
    const table = readTable(file, text);
    if (!table.ok) return { value: null, problems: table.problems };
    return { value: table.value.map(({ data }) => data), problems: [] };
  }
  const { doc, problems } = parseYaml(file, text, { code: 'CONTENT_YAML' });
  return { value: (doc.data ?? null) as Json, problems };
}

/** Reads JSON by the parser of JavaScript; the one that gives positions of errors takes ten times as long. */
function readJsonFile(file: string, text: string): DataFile {
  const value = parsed(text);
  if (value !== undefined && isShallow(value)) return { value, problems: [] };
  const { error } = readJson(text);
  const { message, hint, offset } = error ?? { message: 'This is not JSON.', hint: 'Correct the file.', offset: 0 };
  return withProblem({ code: 'DATA_SYNTAX', severity: 'error', message, hint, file, ...positionAt(text, offset) });
}

/** Returns the value of a JSON text; undefined if it has a syntax error. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns whether maps and lists are nested no deeper than the parser with positions allows. */
const isShallow = (value: Json, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < MAX_DEPTH && Object.values(value).every((one) => isShallow(one, depth + 1)));
