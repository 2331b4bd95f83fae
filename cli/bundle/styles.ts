import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globSync } from 'glob';
import type { Logger, LogOptions } from 'vite';
import type { BundlerError } from './errors.ts';

type Place = { readonly file: string; readonly line: number; readonly column: number };

/** Returns all places of a text in the style sheets of a site. Lines and columns count from 1. */
function placesInStyles(root: string, text: string): readonly Place[] {
  const names = '{site,templates,content}/**/*.{css,less,sass,scss,styl,stylus,pcss,postcss}';
  const files = globSync(names, { cwd: root, posix: true, nodir: true, ignore: '**/node_modules/**' }).sort();
  return files.flatMap((file) => {
    const style = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
    const places: Place[] = [];
    for (let at = style.indexOf(text); at >= 0; at = style.indexOf(text, at + text.length)) {
      const before = style.slice(0, at).split('\n');
      places.push({ file, line: before.length, column: (before.at(-1) as string).length + 1 });
    }
    return places;
  });
}

/** Lines up to that of an error by which its style sheet is found. */
const CONTEXT_LINES = 3;

/**
 * Returns the location of an error in `source`, the joined style sheets of a chunk; null if no style sheet of the site, or
 * more than one, has its lines.
 */
export function styleLocation(source: string, loc: { line: number; column: number }, root: string): Place | null {
  const first = Math.max(0, loc.line - CONTEXT_LINES);
  const lines = source.split('\n').slice(first, loc.line);
  const [place, ...others] = placesInStyles(root, lines.join('\n'));
  return place && others.length === 0
    ? { file: place.file, line: place.line + lines.length - 1, column: loc.column + 1 }
    : null;
}

/** Matches the warning about a `url()` whose file Vite does not find. It does not name the style sheet. */
const unresolvedUrl = /^\s*(\S.*) referenced in .* didn't resolve at build time/s;

/** A logger that prints nothing, and the errors that follow from its warnings. */
export function createStyleLogger(root: string): {
  readonly logger: Logger;
  /** An error for each file that a `url()` in the site's style sheets names by a relative path, and that is missing. */
  readonly errors: () => readonly BundlerError[];
} {
  const urls = new Set<string>();
  const warn = (text: string, _options?: LogOptions): void => {
    const url = unresolvedUrl.exec(text)?.[1];
    // Files of `site/public` and of hosts are named with their whole path.
    if (url !== undefined && !url.startsWith('/')) urls.add(url);
  };
  const silent = (): void => {};
  return {
    logger: {
      hasWarned: false,
      info: silent,
      warn,
      warnOnce: warn,
      error: silent,
      clearScreen: silent,
      hasErrorLogged: () => false,
    },
    errors: () => [...urls].sort().flatMap((url) => missingFiles(url, root)),
  };
}

function missingFiles(url: string, root: string): readonly BundlerError[] {
  const path = url.split(/[?#]/)[0] as string;
  return placesInStyles(root, url)
    .filter(({ file }) => !existsSync(join(root, dirname(file), path)))
    .map(({ file, line, column }) => ({
      message: `The file ${url} of this style sheet does not exist.`,
      hint: 'Correct the path. A file of site/public is named from the root, such as `/fonts/serif.woff2`.',
      id: join(root, file),
      loc: { line, column: column - 1 },
    }));
}
