import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { home } from '../lib/home.ts';

type IconSet = {
  readonly icons: Readonly<
    Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>
  >;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
  readonly width?: number;
  readonly height?: number;
};

/**
 * Module of one icon, `lucide/moon`, from an Iconify set installed as `@iconify-json/<prefix>`:
 * `export const icon = { body, width, height }`. Throws when the set or the icon is missing; the bundler
 * shows that with the importing line.
 */
export function iconModule(root: string, id: string): string {
  const [prefix = '', name = ''] = id.split('/');
  const set = iconSet(root, prefix);
  const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''];
  if (!icon) throw new Error(`The icon set "${prefix}" has no icon "${name}".`);
  const width = icon.width ?? set.width ?? 16;
  const height = icon.height ?? set.height ?? 16;
  return `export const icon = ${JSON.stringify({ body: icon.body, width, height })};`;
}

function iconSet(root: string, prefix: string): IconSet {
  for (const from of [root, home]) {
    try {
      const file = createRequire(join(from, 'package.json')).resolve(`@iconify-json/${prefix}/icons.json`);
      return JSON.parse(readFileSync(file, 'utf8')) as IconSet;
    } catch {}
  }
  throw new Error(`The icon set "${prefix}" is not installed: npm install @iconify-json/${prefix}`);
}
