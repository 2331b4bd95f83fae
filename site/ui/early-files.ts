type EarlyFiles = { readonly take: () => readonly File[] };

const NONE: EarlyFiles = { take: () => [] };

/**
 * Files that were dropped or pasted before the page could take them, once; `site/public/early-files.js` held them. From
 * now on the page listens itself.
 */
export function takeEarlyFiles(page: { earlyFiles?: EarlyFiles } = window as never): readonly File[] {
  const early = page.earlyFiles ?? NONE;
  // A script that comes later must not listen.
  page.earlyFiles = NONE;
  return early.take();
}
