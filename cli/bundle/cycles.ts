import { isAbsolute, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Returns a plugin that reads the import graph of a build, and a function that returns the circular imports of the site. */
export function cyclesPlugin(root: string): {
  readonly plugin: Plugin;
  /** The files, relative to the root, of each set of modules of the site that import each other. */
  readonly cycles: () => readonly (readonly string[])[];
} {
  const imports = new Map<string, readonly string[]>();
  const plugin: Plugin = {
    name: 'sitegen:cycles',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        if (!isAbsolute(id) || id.includes('/node_modules/')) continue;
        imports.set(id, this.getModuleInfo(id)?.importedIds ?? []);
      }
    },
  };
  const pathOf = (id: string): string => relative(root, id).split(sep).join('/');
  return { plugin, cycles: () => cyclesIn(imports).map((ids) => ids.map(pathOf).sort()) };
}

/** Returns the sets of nodes that reach each other, with more than one node each (strongly connected components, Tarjan 1972). */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const indexes = new Map<string, number>();
  const stack: string[] = [];
  /** Returns the least index of a node on the stack that a node reaches. */
  const visit = (node: string): number => {
    const index = indexes.size;
    indexes.set(node, index);
    const start = stack.push(node) - 1;
    let least = index;
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      const reached = indexes.get(next);
      if (reached === undefined) least = Math.min(least, visit(next));
      else if (stack.includes(next)) least = Math.min(least, reached);
    }
    if (least === index) {
      const nodes = stack.splice(start);
      if (nodes.length > 1) found.push(nodes);
    }
    return least;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return found;
}
