import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place in a source file of the site; line and column count from 1. */
export type SourcePlace = { readonly file: string; readonly line: number; readonly column: number };

const frame = /^\s*at .*?\(?((?:file:\/\/)?\/[^\s()]+?):(\d+):(\d+)\)?$/;

/**
 * The first place in the site's own sources that an error's stack names, by the source maps beside the modules of the
 * server bundle in `folder`. Null where no frame leads to a file below the root.
 */
export function placeOf(stack: string, { root, folder }: { root: string; folder: string }): SourcePlace | null {
  for (const line of stack.split('\n')) {
    const match = frame.exec(line);
    if (!match) continue;
    const file = (match[1] as string).startsWith('file:')
      ? fileURLToPath((match[1] as string).split('?')[0] as string)
      : (match[1] as string);
    if (!file.startsWith(folder + sep)) continue;
    const place = original(file, Number(match[2]), Number(match[3]));
    const below = place && relative(root, place.file);
    if (place && below && !below.startsWith('..') && !below.split(sep).includes('node_modules')) {
      return { ...place, file: below.replaceAll('\\', '/') };
    }
  }
  return null;
}

function original(file: string, line: number, column: number): SourcePlace | null {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    const entry = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in entry)) return null;
    return {
      file: join(dirname(file), entry.originalSource),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    };
  } catch {
    return null;
  }
}
