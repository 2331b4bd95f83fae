import type { Diagnostic } from '../contract.ts';
import { encodingProblem } from '../sources/encoding.ts';
import type { SourceTree } from '../sources/tree.ts';
import { type CompiledFile, compileFile, toDiagnostics } from './file.ts';

/** Compiled files by name and content hash; give the same one again and only changed files are compiled. */
export type LocaleCache = Map<string, CompiledFile>;

/** The files of a locale by name without ending, which is what the keys of their messages begin with. */
export type Own = ReadonlyMap<string, { readonly path: string; readonly compiled: CompiledFile }>;

/** Compiles the message files of some locales. Versions that no file has any more leave the cache. */
export function compileFiles(
  tree: SourceTree,
  codes: readonly string[],
  cache: LocaleCache = new Map(),
): { readonly locales: ReadonlyMap<string, Own>; readonly problems: readonly Diagnostic[] } {
  const locales = new Map(codes.map((code) => [code, new Map<string, { path: string; compiled: CompiledFile }>()]));
  const problems: Diagnostic[] = [];
  const used = new Set<string>();
  const paths = [...tree.files.keys()].filter((path) => path.startsWith('locales/') && path.endsWith('.json')).sort();
  for (const path of paths) {
    const [, code = '', name = ''] = /^locales\/([^/]+)\/(.+)\.json$/.exec(path) ?? [];
    const files = locales.get(code);
    if (files === undefined) continue;
    const fault = nameFault(path, name);
    if (fault) {
      problems.push(fault);
      continue;
    }
    const id = `${name}:${tree.files.get(path)?.hash}`;
    const known = cache.get(id);
    const encoding = known ? null : encodingProblem(path, tree.bytes(path));
    if (encoding) {
      problems.push(encoding);
      continue;
    }
    const compiled = known ?? compileFile(name, tree.text(path));
    cache.set(id, compiled);
    used.add(id);
    files.set(name, { path, compiled });
    if (compiled.faults.length > 0) problems.push(...toDiagnostics(path, tree.text(path), compiled.faults));
  }
  for (const id of cache.keys()) if (!used.has(id)) cache.delete(id);
  return { locales, problems };
}

/** Keys begin with the name of their file: it must be one segment of a key. */
function nameFault(file: string, name: string): Diagnostic | null {
  if (!/[./]/.test(name)) return null;
  const [what, hint] = name.includes('/')
    ? ['stands in a folder of its own', 'Move it to the folder of the locale itself.']
    : ['has a dot in its name', 'Rename it: keys are the name of the file and the path in it, joined by dots.'];
  return { code: 'LOCALE_FILE_NAME', severity: 'error', message: `The file of messages ${what}.`, hint, file };
}
