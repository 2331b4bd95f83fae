import type { Plugin } from 'vite';
import { packageName } from '../lib/home.ts';
import { type IslandKey, islandKey } from '../lib/islands.ts';
import { suggest } from '../lib/suggest.ts';
import { applyEdits, type Edit, fileOf, type Import, importsOf, type Node } from './syntax.ts';

/** Prefix of virtual modules that export a single component as `Island`, which browsers load on its own. */
const islandPrefix = 'virtual:sitegen/island/';

/** Returns the module id of an island. The key is encoded, since Vite would take the path in it for a file. */
export const islandModule = (key: IslandKey): string => islandPrefix + Buffer.from(key).toString('base64url');

/** Returns the island key of a module id; null for other modules. */
export function islandOf(id: string): IslandKey | null {
  const start = id.startsWith('\0') ? 1 : 0;
  return id.startsWith(islandPrefix, start)
    ? Buffer.from(id.slice(start + islandPrefix.length), 'base64url').toString()
    : null;
}

/** Returns the URL, without base, of an island's module in development. */
export const devIslandUrl = (key: IslandKey): string => `/@id/${islandModule(key)}`;

/** Returns the source code of an island's module. `style`: file with the styles of the element around the island. */
export function islandCode(key: IslandKey, style: string): string {
  const end = key.lastIndexOf(':');
  const [file, name] = [key.slice(0, end), key.slice(end + 1)];
  const from = /^(?:site|templates|content)\//.test(file) ? `/${file}` : file;
  return `import ${JSON.stringify(style)};\nexport { ${name} as Island } from ${JSON.stringify(from)};\n`;
}

/** Receives an island's key and the function that adds its module as an entry of the bundle. */
export type AddIsland = (key: IslandKey, emit: (id: string, name: string) => void) => void;

const clientAttributePattern = /\sclient:\w/;

/** When the browser hydrates an island. */
const triggers = ['load', 'idle', 'visible', 'only'];

/**
 * Returns the Vite plugin that replaces components with the attribute `client:load`, `client:idle`, `client:visible` or
 * `client:only` by islands. On pages without hydration, browsers hydrate each island separately. `add` receives every
 * island's key.
 */
export function islandsPlugin(root: string, add?: AddIsland): Plugin {
  return {
    name: 'sitegen:islands',
    enforce: 'pre',
    transform: {
      filter: { code: clientAttributePattern },
      async handler(code, id) {
        const file = id.split('?')[0] as string;
        if (!/\.[jt]sx$/.test(file) || file.includes('/node_modules/')) return null;
        const program = this.parse(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'jsx' }) as unknown as Node;
        const imports = new Map<string, Import>();
        const edits: Edit[] = [];
        const islands = new Map<string, Import & { readonly local: string; readonly on: string }>();
        let end = 0;
        for (const statement of program.body as readonly Node[]) {
          if (statement.type !== 'ImportDeclaration') continue;
          end = statement.end;
          for (const [local, imported] of importsOf(statement)) imports.set(local, imported);
        }
        visit(program, (element) => {
          const opening = element.openingElement as Node;
          const attributes = (opening.attributes as readonly Node[]).flatMap((node) => clientAttributeOf(node) ?? []);
          const [attribute] = attributes;
          if (!attribute) return;
          const tag = opening.name as Node;
          const local = tag.type === 'JSXIdentifier' ? String(tag.name) : '';
          const imported = imports.get(local);
          if (attributes.length > 1)
            this.error(
              `An element takes one of client:load, client:idle, client:visible and client:only.`,
              attribute.start,
            );
          if (!triggers.includes(attribute.on)) {
            const suggestion = suggest(attribute.on, triggers);
            const hint =
              suggestion === null
                ? `Islands are client:${triggers.join(', client:')}.`
                : `Did you mean client:${suggestion}?`;
            this.error(`There is no attribute client:${attribute.on}. ${hint}`, attribute.start);
          }
          if (!imported)
            this.error(
              `Only a component that this file imports by its name can be client:${attribute.on}.`,
              opening.start,
            );
          const name = `${local}$${attribute.on}`;
          islands.set(name, { ...(imported as Import), local, on: attribute.on });
          edits.push([tag.start, tag.end, name], [attribute.start, attribute.end, '']);
          const closing = element.closingElement as Node | null;
          if (closing) edits.push([(closing.name as Node).start, (closing.name as Node).end, name]);
        });
        if (islands.size === 0) return null;
        const definitions: string[] = [];
        for (const [name, { source, name: exported, local, on }] of islands) {
          const resolved = await this.resolve(source, id);
          const key = islandKey(fileOf(resolved?.id ?? source, source, root), exported);
          add?.(key, (module, name) => void this.emitFile({ type: 'chunk', id: module, name }));
          definitions.push(`const ${name} = island$(() => ${local}, ${JSON.stringify({ key, name: local, on })});`);
        }
        const text = ` import { island as island$ } from '${packageName}/runtime/island'; ${definitions.join(' ')}`;
        return { code: applyEdits(code, [...edits, [end, end, text]]), map: null };
      },
    },
  };
}

/** Returns the trigger and offsets of a `client:` attribute; null for other attributes. */
function clientAttributeOf(
  attribute: Node,
): { readonly on: string; readonly start: number; readonly end: number } | null {
  const name = attribute.name as Node | undefined;
  if (name?.type !== 'JSXNamespacedName' || (name.namespace as Node).name !== 'client') return null;
  return { on: String((name.name as Node).name), start: attribute.start, end: attribute.end };
}

/** Calls `onElement` for each JSX element of a syntax tree, outer elements first. */
function visit(node: unknown, onElement: (element: Node) => void): void {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, onElement);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ((node as Node).type === 'JSXElement') onElement(node as Node);
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, onElement);
}
