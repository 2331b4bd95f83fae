import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { getSystemErrorName, stripVTControlCharacters } from 'node:util';
import type { Diagnostic } from '../contract.ts';
import { forPackageManager } from '../lib/packages.ts';
import { vitePluginOwner } from '../plugins/load.ts';
import { siteLocation } from '../plugins/location.ts';
import { fail } from '../report/result.ts';
import { systemProblem } from '../report/system-error.ts';
import { type BundlerError, rangeInMessage } from './bundler-error.ts';
import { separatePluginErrors } from './plugin-errors.ts';
import { styleLocation } from './style-locations.ts';

/** Returns the errors of a failed bundle as a failed result with one diagnostic each, without duplicates. */
export function bundleProblems(error: unknown, root: string): ReturnType<typeof fail> {
  const failure = error as BundlerError;
  const system = systemProblem(error) ?? systemProblem(writeError(failure));
  if (system) return fail([system]);
  const all = failure.errors && failure.errors.length > 0 ? failure.errors : [failure];
  const { problems: pluginProblems, others } = separatePluginErrors(all, root);
  const problems = new Map<string, Diagnostic>();
  for (const each of others) {
    const problem = diagnosticOf(each, root);
    problems.set(JSON.stringify(problem), problem);
  }
  return fail([...pluginProblems, ...problems.values()]);
}

/** Matches the message about a file or folder that could not be written. */
const writeFailure =
  /(?:Failed to write file in|Could not create directory for output chunks:) (.+)\s+Caused by:\s+.+\(os error (\d+)\)/;

/** Returns the error of a system call by which the bundler writes as Node would throw it; null for any other error. */
function writeError({ message = '' }: BundlerError): Error | null {
  const [, path, errno] = writeFailure.exec(message) ?? [];
  if (path === undefined) return null;
  return Object.assign(new Error(message), { code: getSystemErrorName(-Number(errno)), syscall: 'write', path });
}

/**
 * Matches the head of a code frame in the bundler's message, `╭─[ site/a.ts:1:17 ]`. Its path is relative to the
 * working directory.
 */
const drawnFrame = /╭─\[\s*(.+?):(\d+):(\d+)\s*\]/;

const unresolvedImport = /failed to resolve import "([^"]+)" from "([^"]+)"/;

/** Matches the message about an import in the file that the error names as its `id`. */
const unresolvedPath = /^(?:\[UNRESOLVED_IMPORT\] )?Could not resolve '([^']+)' in /;

/** Matches the message about a style sheet that the file that the error names as its `id` imports. */
const unreadImport = /ENOENT: no such file or directory, open '([^']+\.css)'/;

/** Matches the message about a name that a module does not export. Its path is relative to the working directory. */
const missingExport = /"([^"]+)" is not exported by "([^"]+)"/;

/** Returns the message and the hint for a name that a module of the site does not export. */
function exportText(name: string, path: string, root: string): Pick<Diagnostic, 'message' | 'hint'> {
  const file = relative(root, resolve(path)).split(sep).join('/');
  const hint =
    name === 'default'
      ? 'Import one of its names in braces: `import { Name } from …`.'
      : 'Export it there, or import one of the names that are.';
  return { message: `"${name}" is not exported by "${file}".`, hint };
}

/** Matches the line that a code frame shows. It is that of the compiled code, whose lines a compiler of MDX moves. */
const frameLine = /^ *\d+ │ (.*)$/m;

/** Returns the location of the import that the code frame of a message marks, in the file that contains it. */
function importLocation(text: string, file: string): Pick<Diagnostic, 'line' | 'column'> {
  const column = Number(drawnFrame.exec(text)?.[3]);
  const [name] = /^[\w$]+/.exec(frameLine.exec(text)?.[1]?.slice(column - 1) ?? '') ?? [];
  if (name === undefined || !existsSync(file)) return {};
  const escaped = name.replaceAll('$', '\\$&');
  const statement = new RegExp(`^(?:import\\b|export\\s*\\{)[^'"]*?(?<![\\w$])(?=${escaped}(?![\\w$]))`, 'm');
  const found = statement.exec(readFileSync(file, 'utf8'));
  if (!found) return {};
  const before = found.input.slice(0, found.index + found[0].length).split('\n');
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}

/** Returns the error of a shell of the site that does not export its component, which generated code imports. */
const missingApp = (file: string): Diagnostic => ({
  code: 'BUNDLE_FAILED',
  severity: 'error',
  message: `${file} exports no component \`App\`.`,
  hint: 'Export it by this name: `export function App({ children }) { … }`. A default export is not read.',
  file,
  line: 1,
  column: 1,
});

/** Matches the message about a `tsconfig.json` that extends another one. It names only the latter. */
const missingTsconfig = /Tsconfig not found (\S+)/;

/** Returns the diagnostic of a `tsconfig.json` that extends one that does not exist, as that of a package before it is installed. */
function tsconfigProblem(name: string, root: string): Diagnostic {
  const isPackage = /^@?[a-z0-9]/i.test(name);
  return {
    code: 'BUNDLE_FAILED',
    severity: 'error',
    message: isPackage
      ? `The package of "${name}", which \`tsconfig.json\` extends, is not installed.`
      : `\`tsconfig.json\` extends "${name}", which does not exist.`,
    hint: isPackage ? forPackageManager('Run `npm install`.', root) : 'Correct the path.',
    ...importLine(name, join(root, 'tsconfig.json'), root),
  };
}

/** Returns the location of an import in a file: of the quoted name. */
export function importLine(name: string, file: string, root: string): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const columns = lines.map((text) => Math.max(text.indexOf(`'${name}'`), text.indexOf(`"${name}"`)) + 1);
  const line = columns.findIndex((column) => column > 0);
  const position = line < 0 ? {} : { line: line + 1, column: columns[line] as number };
  return { file: relative(root, file), ...position };
}

/**
 * Returns the diagnostic of an unresolved import. The bundler reports only the file, or a line of its compiled code, so
 * the line is searched for in its text.
 */
function unresolvedProblem(name: string, importer: string, root: string): Diagnostic {
  const isPackage = /^@?[a-z0-9]/i.test(name);
  return {
    code: 'BUNDLE_FAILED',
    severity: 'error',
    message: isPackage
      ? `The package of the import "${name}" is not installed.`
      : `The import "${name}" does not resolve to a file.`,
    hint: isPackage
      ? forPackageManager(
          `Run \`npm install ${name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/')}\`.`,
          root,
        )
      : 'Correct the path.',
    ...importLine(name, importer.split('?')[0] as string, root),
  };
}

function diagnosticOf(error: BundlerError, root: string): Diagnostic {
  const text = stripVTControlCharacters(error.message ?? String(error));
  const [, name, importer] = unresolvedImport.exec(text) ?? [];
  if (name !== undefined && importer !== undefined) return unresolvedProblem(name, importer, root);
  const [, path] = unresolvedPath.exec(text) ?? unreadImport.exec(text) ?? [];
  if (path !== undefined && error.id !== undefined) return unresolvedProblem(path, error.id, root);
  const [, exported, exporter] = missingExport.exec(text) ?? [];
  const noExport = exported && exporter ? exportText(exported, exporter, root) : null;
  const from = error.loc?.file ?? error.id ?? '';
  if (noExport && exported === 'App' && !isAbsolute(from))
    return missingApp(relative(root, resolve(exporter as string)));
  const [, tsconfig] = missingTsconfig.exec(text) ?? [];
  if (tsconfig !== undefined) return tsconfigProblem(tsconfig, root);
  const { line: styleLine, column: styleColumn } = error.loc ?? {};
  if (error.source !== undefined && styleLine !== undefined && styleColumn !== undefined)
    return styleProblem(text, error.source, { line: styleLine, column: styleColumn, root });
  const [, drawn, drawnLine, drawnColumn] = drawnFrame.exec(text) ?? [];
  const file = error.loc?.file ?? error.id ?? (drawn === undefined ? undefined : resolve(drawn));
  const [range, rangeLine, rangeColumn] = rangeInMessage.exec(text) ?? [];
  const lineText = drawnLine ?? rangeLine;
  const line = error.loc?.line ?? error.line ?? (lineText === undefined ? undefined : Number(lineText));
  const column =
    error.loc?.column === undefined
      ? (error.column ?? Number(drawnColumn ?? rangeColumn ?? NaN))
      : error.loc.column + 1;
  return {
    code: 'BUNDLE_FAILED',
    severity: 'error',
    message: withoutFrame(range === undefined ? text : text.slice(0, -range.length)),
    ...(file === undefined || file.startsWith('\0') ? {} : { file: relative(root, file.split('?')[0] as string) }),
    ...(line === undefined ? {} : { line }),
    ...(Number.isNaN(column) ? {} : { column }),
    ...(file === undefined ? siteLocation(error, root) : {}),
    ...hintOf(error),
    ...(noExport ? { ...noExport, ...importLocation(text, from) } : {}),
  };
}

/** Returns the hint of an error: its own, or the name of the plugin of the site that reported it. */
function hintOf({ hint, plugin }: BundlerError): Pick<Diagnostic, 'hint'> {
  const owner = vitePluginOwner(plugin);
  if (hint !== undefined) return { hint };
  return owner ? { hint: `The plugin \`${owner.name}\` reports this.` } : {};
}

type StylePosition = { readonly line: number; readonly column: number; readonly root: string };

/** Returns the diagnostic of an error in the joined style sheets of a chunk, which names none of them. */
function styleProblem(text: string, source: string, { root, ...loc }: StylePosition): Diagnostic {
  const found = styleLocation(source, loc, root);
  const near = found ? '' : `, in a style sheet near \`${(source.split('\n')[loc.line - 1] ?? '').trim()}\``;
  return { code: 'BUNDLE_FAILED', severity: 'error', message: withoutFrame(text) + near, ...found };
}

/**
 * Returns the bundler's message without its code frame, stack and plugin name, since the report draws its own frame.
 */
function withoutFrame(text: string): string {
  const cause = /Caused by:\s*\n\s*(.+)/.exec(text)?.[1];
  if (cause !== undefined) return cause.trim();
  const head = text.split(/\n\s*╭─|\n\s*at /)[0] as string;
  return head.replace(/^\[[^\]]+\]\s*/, '').trim();
}
