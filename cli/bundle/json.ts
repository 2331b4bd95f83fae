import type { Plugin } from 'vite';
import { readJson } from '../sources/json.ts';

/** Returns a plugin that reports errors in imported JSON files with their location, which Vite's own plugin does not name. */
export function jsonPlugin(): Plugin {
  return {
    name: 'sitegen:json',
    enforce: 'pre',
    transform: {
      filter: { id: /\.json$/ },
      handler(code, id) {
        const text = code.replace(/^\uFEFF/, '');
        try {
          JSON.parse(text);
        } catch {
          const { error } = readJson(text);
          if (!error) return;
          const before = text.slice(0, error.offset).split('\n');
          const loc = { file: id, line: before.length, column: (before.at(-1) as string).length };
          this.error({ message: error.message, id, loc });
        }
      },
    },
  };
}
