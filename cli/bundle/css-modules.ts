import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

const styleModule = /\.module\.(?:css|less|sass|scss|styl|stylus|pcss|postcss)$/;

/** Words that a module cannot export by their own name, so that Vite exports them in the default object only. */
const reserved = new Set(
  `await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super
  switch this throw true try typeof undefined var void while with yield arguments`.split(/\s+/),
);

/**
 * Returns a plugin that turns `import css from './x.module.css'` into `import * as css`, if the module only reads names
 * from it: `css.button`. The bundler then writes each class name where it is used, and none of the others, instead of an
 * object of all names. That makes a page's scripts a few percent smaller.
 */
export function cssModulesPlugin(): Plugin {
  return {
    name: 'sitegen:css-modules',
    enforce: 'pre',
    transform: {
      filter: { code: /\.module\.\w+['"]/ },
      handler(code, id) {
        const file = id.split('?')[0] as string;
        const lang = /\.([jt]sx?)$/.exec(file)?.[1] as 'js' | 'jsx' | 'ts' | 'tsx' | undefined;
        if (!lang || file.includes('/node_modules/')) return null;
        const program = this.parse(code, { lang }) as unknown as Node;
        const starts = (program.body as readonly Node[]).flatMap((statement) => {
          const specifier = styleImport(statement);
          return specifier && readsNamesOnly(program, specifier) ? specifier.start : [];
        });
        if (starts.length === 0) return null;
        const text = starts.reduceRight((rest, start) => `${rest.slice(0, start)}* as ${rest.slice(start)}`, code);
        return { code: text, map: null };
      },
    },
  };
}

/** Returns the specifier of a statement that imports only the default of a CSS module; null for other statements. */
function styleImport(statement: Node): Node | null {
  if (statement.type !== 'ImportDeclaration' || !styleModule.test(String((statement.source as Node).value)))
    return null;
  const [specifier, ...others] = statement.specifiers as readonly Node[];
  return specifier?.type === 'ImportDefaultSpecifier' && others.length === 0 ? specifier : null;
}

/** Returns whether a program uses the local name of an import only as the object of `name.property`. */
function readsNamesOnly(program: Node, specifier: Node): boolean {
  const local = String((specifier.local as Node).name);
  const isSafe = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.every(isSafe);
    if (typeof node !== 'object' || node === null || node === specifier) return true;
    const { type, name, object, property, computed } = node as Node;
    if ((type === 'Identifier' || type === 'JSXIdentifier') && name === local) return false;
    if (type !== 'MemberExpression' || computed) return Object.values(node).every(isSafe);
    const { name: key } = property as Node;
    const isRead = (object as Node).type === 'Identifier' && (object as Node).name === local;
    return isRead ? !reserved.has(String(key)) : isSafe(object);
  };
  return isSafe(program);
}
