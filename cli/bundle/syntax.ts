import { relative, sep } from 'node:path';

/** A node of a syntax tree. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};
/** Text that replaces a range of code. */
export type Edit = readonly [start: number, end: number, text: string];

/** The module and export that a local name is imported from. */
export type Import = { readonly source: string; readonly name: string };

/**
 * Returns the file, relative to the root, that an import resolves to; its specifier if it is a package or outside the
 * root.
 */
export function fileOf(id: string, source: string, root: string): string {
  const below = relative(root, id.split('?')[0] as string)
    .split(sep)
    .join('/');
  return below.startsWith('..') || below.includes('node_modules/') ? source : below;
}

/** Yields the imports of an import declaration by their local names; `*` names the namespace. */
export function* importsOf(statement: Node): Generator<readonly [local: string, imported: Import]> {
  const source = String((statement.source as Node).value);
  for (const specifier of statement.specifiers as readonly Node[]) {
    const local = String((specifier.local as Node).name);
    if (specifier.type === 'ImportDefaultSpecifier') yield [local, { source, name: 'default' }];
    else if (specifier.type === 'ImportNamespaceSpecifier') yield [local, { source, name: '*' }];
    else if (specifier.type === 'ImportSpecifier') {
      const imported = specifier.imported as Node;
      yield [local, { source, name: String(imported.name ?? imported.value) }];
    }
  }
}

/**
 * Returns the code with the edits applied. Edits must not overlap and contain no line breaks, so that line numbers stay
 * the same.
 */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let text = code;
  for (const [start, end, replacement] of edits.toSorted(([a], [b]) => b - a)) {
    text = text.slice(0, start) + replacement + text.slice(end);
  }
  return text;
}
