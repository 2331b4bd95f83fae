import type { Plugin } from 'vite';
import { packageName } from '../lib/home.ts';
import { applyEdits, type Edit, fileOf, importsOf, type Node } from './syntax.ts';

/**
 * Returns the Vite plugin for server code that lets components of `lazy` report their files when they are rendered, so that
 * documents link their styles.
 */
export function lazyPlugin(root: string): Plugin {
  return {
    name: 'sitegen:lazy',
    enforce: 'pre',
    transform: {
      filter: { code: /\blazy\b[\s\S]*\bimport\s*\(/ },
      async handler(code, id) {
        const file = id.split('?')[0] as string;
        const lang = /\.([jt]sx?)$/.exec(file)?.[1] as 'js' | 'jsx' | 'ts' | 'tsx' | undefined;
        if (lang === undefined || file.includes('/node_modules/')) return null;
        const program = this.parse(code, { lang: lang === 'js' ? 'jsx' : lang }) as unknown as Node;
        const locals = new Set<string>();
        let end = 0;
        for (const statement of program.body as readonly Node[]) {
          if (statement.type !== 'ImportDeclaration') continue;
          end = statement.end;
          for (const [local, { source, name }] of importsOf(statement))
            if (source === 'react' && (name === 'lazy' || name === 'default' || name === '*')) locals.add(local);
        }
        const edits: Edit[] = [];
        for (const [load, sources] of lazyCalls(program, locals)) {
          const resolved = await Promise.all(sources.map((source) => this.resolve(source, id)));
          const files = sources.map((source, index) => fileOf(resolved[index]?.id ?? source, source, root));
          edits.push([load.start, load.start, 'reported$('], [load.end, load.end, `, ${JSON.stringify(files)})`]);
        }
        if (edits.length === 0) return null;
        const text = ` import { reportedWhenRendered as reported$ } from '${packageName}/runtime/lazy';`;
        return { code: applyEdits(code, [...edits, [end, end, text]]), map: null };
      },
    },
  };
}

type LazyCall = readonly [load: Node, sources: readonly string[]];

/** Returns the function that each call of `lazy` or `React.lazy` gets, with the modules that are imported in it. */
function lazyCalls(program: Node, locals: ReadonlySet<string>): readonly LazyCall[] {
  return nodesOf(program, 'CallExpression').flatMap(({ callee, arguments: args }): readonly LazyCall[] => {
    const { type, name, object, property } = callee as Node & { readonly [key: string]: Node };
    const isMember = type === 'MemberExpression' && property?.name === 'lazy';
    const [load] = args as readonly Node[];
    if (!load || !locals.has(String(isMember ? object?.name : name))) return [];
    const sources = nodesOf(load, 'ImportExpression').flatMap(({ source }) => {
      const { value } = source as Node;
      return typeof value === 'string' ? [value] : [];
    });
    return sources.length > 0 ? [[load, sources]] : [];
  });
}

/** Returns all nodes of a type in a syntax tree. */
function nodesOf(node: unknown, type: string): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap((child) => nodesOf(child, type));
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap((value) => nodesOf(value, type));
  return (node as Node).type === type ? [node as Node, ...below] : below;
}
