import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger, LogOptions } from 'vite';
import type { BundlerError } from './bundler-error.ts';
import { locationsInStyles } from './style-locations.ts';

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
  return locationsInStyles(root, url)
    .filter(({ file }) => !existsSync(join(root, dirname(file), path)))
    .map(({ file, line, column }) => ({
      message: `The file ${url} of this style sheet does not exist.`,
      hint: 'Correct the path. A file of site/public is named from the root, such as `/fonts/serif.woff2`.',
      id: join(root, file),
      loc: { line, column: column - 1 },
    }));
}
