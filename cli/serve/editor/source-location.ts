import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from '../../sources/tree.ts';

/**
 * Returns the absolute location that a request such as `/@sitegen/open?file=content/a/en.md:3:1` names; null if it is
 * no source file of the site.
 */
export function openedLocation(url: string, root: string): string | null {
  const named = new URL(url, 'http://localhost').searchParams.get('file') ?? '';
  const [, file = '', position = ''] = /^(.*?)((?::\d+){0,2})$/s.exec(named) ?? [];
  const isInside = file.split('/').every((part) => part !== '..' && part !== '' && !/[\\\0]/.test(part));
  return isInside && kindOf(file) !== null && existsSync(join(root, file)) ? join(root, file) + position : null;
}
