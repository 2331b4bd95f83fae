import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const styleFile = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss)$/;

/** Learns which styles a page's code imports, so that its document can link them and is never shown without. */
export type Styles = {
  readonly plugin: Plugin;
  /** URLs without base of the styles of the shell, then of a module, in the order of import. */
  readonly urls: (module: string, root: string) => readonly string[];
};

export function stylesOf(): Styles {
  const imports = new Map<string, readonly string[]>();
  return {
    plugin: {
      name: 'sitegen:dev-styles',
      generateBundle() {
        for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id)?.importedIds ?? []);
      },
    },
    urls: (module, root) => {
      const seen = new Set<string>();
      const found: string[] = [];
      const visit = (id: string): void => {
        if (seen.has(id)) return;
        seen.add(id);
        if (styleFile.test(id)) found.push(urlOf(id, root));
        for (const next of imports.get(id) ?? []) visit(next);
      };
      visit('\0virtual:sitegen/server');
      visit(module);
      return found;
    },
  };
}

function urlOf(file: string, root: string): string {
  const below = relative(root, file).split(sep).join('/');
  return encodeURI(below.startsWith('..') ? `/@fs${file}` : `/${below}`);
}
