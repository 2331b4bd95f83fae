import type { Diagnostic, Message } from '../contract.ts';
import { encodingProblem, positionAt } from '../sources/encoding.ts';
import { readJson } from '../sources/json.ts';
import type { SourceTree } from '../sources/tree.ts';
import { compileMessage } from './message.ts';
import { type Signature, signatureOf } from './signature.ts';

export type CompiledMessage = {
  /** File name and path in the file: `home.hero.title`. */
  readonly key: string;
  readonly message: Message;
  /** Start of the text in the file, in UTF-16 units. */
  readonly offset: number;
  /** Null for text without arguments, plurals and tags. */
  readonly signature: Signature | null;
};

/** An error in a file of messages; the offset in UTF-16 units. */
export type FileError = {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly offset: number;
};

/** A compiled file of messages. Does not depend on its locale and path. */
export type CompiledFile = {
  /** Key -> message. */
  readonly messages: ReadonlyMap<string, CompiledMessage>;
  readonly errors: readonly FileError[];
};

/** Name without ending (the first segment of the keys) -> file of one locale. */
export type LocaleFiles = ReadonlyMap<string, { readonly path: string; readonly compiled: CompiledFile }>;

/** Name and content hash -> compiled file. Pass the same cache to the next build to recompile only changed files. */
export type LocaleCache = Map<string, CompiledFile>;

/** Compiles the message files of the locales. Removes unused entries from the cache. */
export function compileFiles(
  tree: SourceTree,
  codes: readonly string[],
  cache: LocaleCache = new Map(),
): { readonly locales: ReadonlyMap<string, LocaleFiles>; readonly problems: readonly Diagnostic[] } {
  const locales = new Map(codes.map((code) => [code, new Map<string, { path: string; compiled: CompiledFile }>()]));
  const problems: Diagnostic[] = [];
  const usedIds = new Set<string>();
  const paths = [...tree.files.keys()].filter((path) => path.startsWith('locales/') && path.endsWith('.json')).sort();
  for (const path of paths) {
    const [, code = '', name = ''] = /^locales\/([^/]+)\/(.+)\.json$/.exec(path) ?? [];
    const files = locales.get(code);
    if (files === undefined) continue;
    const id = `${name}:${tree.files.get(path)?.hash}`;
    const cached = cache.get(id);
    const problem = nameProblem(path, name) ?? (cached ? null : encodingProblem(path, tree.bytes(path)));
    if (problem) {
      problems.push(problem);
      const { code, message, hint = '' } = problem;
      files.set(name, { path, compiled: { messages: new Map(), errors: [{ code, message, hint, offset: 0 }] } });
      continue;
    }
    const compiled = cached ?? compileFile(name, tree.text(path));
    cache.set(id, compiled);
    usedIds.add(id);
    files.set(name, { path, compiled });
    if (compiled.errors.length > 0) problems.push(...toDiagnostics(path, tree.text(path), compiled.errors));
  }
  for (const id of cache.keys()) if (!usedIds.has(id)) cache.delete(id);
  return { locales, problems };
}

/** Returns an error if a file name cannot be the first segment of keys. */
function nameProblem(file: string, name: string): Diagnostic | null {
  if (!/[./]/.test(name)) return null;
  const [problem, hint] = name.includes('/')
    ? ['is in a subfolder', 'Move it to the folder of the locale.']
    : ['has a dot in its name', 'Rename it: a key is the file name and the path in the file, joined by dots.'];
  return { code: 'LOCALE_FILE_NAME', severity: 'error', message: `The file of messages ${problem}.`, hint, file };
}

/** Compiles the text of `locales/<code>/<name>.json`: an object whose leaves are texts. Lists count as objects. */
export function compileFile(name: string, text: string): CompiledFile {
  const { scalars, error } = readJson(text);
  const errors: FileError[] = [];
  const messages = new Map<string, CompiledMessage>();
  for (const { path, value, source, offset } of scalars) {
    const key = [name, ...path].join('.');
    const first = messages.get(key);
    if (typeof value !== 'string') {
      const hint = value === null ? 'Remove the key if the message is missing.' : `Write it as text: "${source}".`;
      errors.push({ code: 'LOCALE_NOT_TEXT', message: `A message must be text, not \`${source}\`.`, hint, offset });
    } else if (first) {
      const { line } = positionAt(text, first.offset);
      const message = `Duplicate key \`${key}\`; first defined at line ${line}.`;
      errors.push({ code: 'LOCALE_DUPLICATE_KEY', message, hint: 'Remove one of them.', offset });
    } else {
      const compiled = compileMessage(value);
      if (compiled.ok) {
        const { message } = compiled;
        messages.set(key, {
          key,
          message,
          offset,
          signature: typeof message === 'string' ? null : signatureOf(message),
        });
      } else {
        const { message, hint, offset: offsetInMessage } = compiled.error;
        const error = { code: 'LOCALE_MESSAGE', message: `\`${key}\`: ${message}`, hint };
        errors.push({ ...error, offset: offsetInFile(text, offset, offsetInMessage) });
      }
    }
  }
  if (error) errors.push({ code: 'LOCALE_SYNTAX', ...error });
  else if (!text.trimStart().startsWith('{')) errors.push(notAMapError);
  return { messages, errors };
}

const notAMapError: FileError = {
  code: 'LOCALE_SYNTAX',
  message: 'The file must be a map of messages.',
  hint: 'Put all messages between `{` and `}`.',
  offset: 0,
};

/** Returns the offset in the file of a UTF-16 unit of a JSON string whose opening quotation mark is at `start`. */
export function offsetInFile(file: string, start: number, index: number): number {
  let offset = start + 1;
  for (let count = 0; count < index; count++) {
    if (file[offset] === '\\') offset += file[offset + 1] === 'u' ? 6 : 2;
    else offset++;
  }
  return offset;
}

function toDiagnostics(file: string, text: string, errors: readonly FileError[]): Diagnostic[] {
  return errors.map(({ offset, ...error }) => ({ ...error, severity: 'error', file, ...positionAt(text, offset) }));
}
