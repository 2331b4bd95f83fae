import type { Dropped } from './dropped-files.ts';

type EarlyFiles = { readonly take: () => readonly Dropped[] };

const NONE: EarlyFiles = { take: () => [] };

/**
 * Files and folders that were dropped or pasted before the page could take them, once; `site/public/early-files.js` held
 * them. From now on the page listens itself.
 */
export function takeEarlyFiles(page: { earlyFiles?: EarlyFiles } = window as never): readonly Dropped[] {
  const early = page.earlyFiles ?? NONE;
  // If `early-files.js` loads later, this keeps it from listening.
  page.earlyFiles = NONE;
  return early.take();
}
