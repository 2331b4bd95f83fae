import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { forPackageManager } from '../lib/packages.ts';
import type { PageJob } from './job.ts';
import { pageFile } from './page-head.ts';

/**
 * Returns a warning for each name of a `NamedIcon` on a page that no icon has, at the first mention of the name in the
 * text or the component of the page; if neither mentions it, in the file of the component.
 */
export function unknownIconProblems(
  names: Iterable<string>,
  { route, body }: Pick<PageJob, 'route' | 'body'>,
  root: string,
): readonly Diagnostic[] {
  const page = pageFile(route.page, root);
  const files = [body?.file, page].filter((file) => file !== undefined);
  return [...names].sort().map((name) => {
    const [set = '', icon] = name.split(':');
    const hint = icon
      ? forPackageManager(
          `Correct the name, or install its set: npm install --save-dev @iconify-json/${set}. A name that a loader or an expression puts together must be written out in a file of the site as well.`,
          root,
        )
      : 'Write the set before the name, as in `lucide:wrench`.';
    return {
      code: 'ICON_UNKNOWN',
      severity: 'warning',
      message: `${route.path}: \`NamedIcon\` finds no icon \`${name}\`, so that its space stays empty.`,
      hint,
      ...(files.map((file) => mention(name, file, root)).find((found) => found !== null) ?? (page && { file: page })),
    };
  });
}

/** Returns the position of the first mention of a name in a file, or null. */
function mention(name: string, file: string, root: string): Pick<Diagnostic, 'file' | 'line' | 'column'> | null {
  const path = join(root, file);
  const word = new RegExp(`(?<![\\w:-])${name.replace(/[^\w:-]/g, '\\$&')}(?![\\w:-])`);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const index = lines.findIndex((line) => word.test(line));
  return index < 0 ? null : { file, line: index + 1, column: (lines[index] as string).search(word) + 1 };
}
