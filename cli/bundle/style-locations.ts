import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'glob';
import type { SourceLocation } from './locations.ts';

/** Returns all locations of a text in the style sheets of a site. Lines and columns count from 1. */
export function locationsInStyles(root: string, text: string): readonly SourceLocation[] {
  const names = '{site,templates,content}/**/*.{css,less,sass,scss,styl,stylus,pcss,postcss}';
  const files = globSync(names, { cwd: root, posix: true, nodir: true, ignore: '**/node_modules/**' }).sort();
  return files.flatMap((file) => {
    const style = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
    const locations: SourceLocation[] = [];
    for (let at = style.indexOf(text); at >= 0; at = style.indexOf(text, at + text.length)) {
      const before = style.slice(0, at).split('\n');
      locations.push({ file, line: before.length, column: (before.at(-1) as string).length + 1 });
    }
    return locations;
  });
}

/** Lines up to that of an error by which its style sheet is found. */
const CONTEXT_LINES = 3;

/**
 * Returns the location of an error in `source`, the joined style sheets of a chunk; null if no style sheet of the site, or
 * more than one, has its lines.
 */
export function styleLocation(
  source: string,
  loc: { line: number; column: number },
  root: string,
): SourceLocation | null {
  const first = Math.max(0, loc.line - CONTEXT_LINES);
  const lines = source.split('\n').slice(first, loc.line);
  const [found, ...others] = locationsInStyles(root, lines.join('\n'));
  return found && others.length === 0
    ? { file: found.file, line: found.line + lines.length - 1, column: loc.column + 1 }
    : null;
}
