import type { Diagnostic, Json } from '../contract.ts';
import { readTable } from '../schema/records.ts';
import { encodingProblem, positionAt } from '../sources/encoding.ts';
import { readJson } from '../sources/json.ts';
import type { SourceTree } from '../sources/tree.ts';
import { parseYaml } from '../sources/yaml.ts';
import type { SitePlan } from './site-plan.ts';

/** Reads the data files of `data` queries, each once. A missing file is null; `dataProblems` reports it. */
export function dataReader(tree: SourceTree): { read: (path: string) => Json } {
  const parsed = new Map<string, Json>();
  return {
    read: (path) => {
      const cached = parsed.get(path);
      if (cached !== undefined) return cached;
      const value = tree.files.has(path) ? dataOf(path, tree.text(path)) : null;
      parsed.set(path, value);
      return value;
    },
  };
}

/** Returns the value of a data file, a table as a list of maps; null if it has errors, which `dataProblems` reports. */
function dataOf(path: string, text: string): Json {
  if (path.endsWith('.json')) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      return null;
    }
  }
  if (!path.endsWith('.csv')) return (parseYaml(path, text).doc.data ?? null) as Json;
  const table = readTable(path, text);
  return table.ok ? table.value.map(({ data }) => data) : null;
}

/** Returns the errors of the data files that routes name. */
export function dataProblems({
  tree,
  config,
  table,
}: Pick<SitePlan, 'tree' | 'config' | 'table'>): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const route of config.routes) {
    for (const query of Object.values(route.data)) {
      if ('image' in query && !tree.files.has(query.image)) problems.push(...dataProblem(tree, query.image));
      if (!('file' in query)) continue;
      for (const { code } of config.locales.list) {
        const file = query.file.replaceAll('{locale}', code);
        const used = table.routes.some(({ id, locale }) => id === route.id && locale === code);
        if (used && !problems.some((problem) => problem.file === file)) problems.push(...dataProblem(tree, file));
      }
    }
  }
  return problems;
}

function dataProblem(tree: SourceTree, file: string): readonly Diagnostic[] {
  if (!tree.files.has(file)) {
    const hint = 'Create it, or change the route of config/routes.yaml that names it.';
    return [{ code: 'DATA_MISSING', severity: 'error', message: `There is no data file ${file}.`, hint, file }];
  }
  const encoding = encodingProblem(file, tree.bytes(file));
  if (encoding) return [encoding];
  const text = tree.text(file);
  if (file.endsWith('.csv')) {
    const table = readTable(file, text);
    return table.ok ? [] : table.problems;
  }
  if (!file.endsWith('.json')) return parseYaml(file, text, { code: 'CONTENT_YAML' }).problems;
  const { error } = readJson(text);
  if (!error) return [];
  const { message, hint, offset } = error;
  return [{ code: 'DATA_SYNTAX', severity: 'error', message, hint, file, ...positionAt(text, offset) }];
}
