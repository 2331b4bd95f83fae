import { join } from 'node:path';
import type { Plugin } from 'vite';

const mdxFile = /\.mdx$/;

/**
 * Returns Vite plugins for the MDX of collections, which a plugin of the site compiles: the first replaces front matter by
 * empty lines, so that lines keep their numbers; the last reports a text that no plugin has compiled.
 */
export function mdxPlugins(root: string): readonly Plugin[] {
  const folder = join(root, 'content/');
  /** The text without front matter, by module. */
  const sources = new Map<string, string>();
  return [
    {
      name: 'sitegen:mdx-front-matter',
      enforce: 'pre',
      transform: {
        filter: { id: mdxFile },
        handler(code, id) {
          if (!id.startsWith(folder)) return null;
          const text = code.replace(/^\uFEFF?---[ \t]*\r?\n.*?^---[ \t]*(?:\r?\n|$)/ms, (front) =>
            front.replace(/[^\n]/g, ''),
          );
          sources.set(id, text);
          return { code: text, map: null };
        },
      },
    },
    {
      name: 'sitegen:mdx-compiled',
      enforce: 'post',
      transform: {
        filter: { id: mdxFile },
        handler(code, id) {
          if (sources.get(id) !== code || code.trim() === '') return;
          this.error({
            message:
              'No plugin of the site compiles MDX. Add one, such as @mdx-js/rollup, to `vite` of a plugin that `plugins` of config/site.yaml names.',
            id,
          });
        },
      },
    },
  ];
}
