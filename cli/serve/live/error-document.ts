import type { Diagnostic } from '../../contract.ts';
import { escapeHtml } from '../../lib/escape.ts';

/** URL, without base, of the module that shows problems in the page until they are fixed. */
export const overlayModule = '/@id/virtual:sitegen/dev-overlay';

/**
 * Returns the HTML document for a page that cannot be rendered: the problems as plain text, and the script of the error
 * overlay.
 */
export function errorDocument(problems: readonly Diagnostic[], base: string): string {
  const items = problems.map(
    (problem) =>
      `<li><pre>${escapeHtml([locationOf(problem), problem.message, problem.hint].filter(Boolean).join('\n'))}</pre></li>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    '<title>This page has a problem</title>',
    '</head>',
    '<body data-sitegen-error>',
    '<h1>This page has a problem</h1>',
    `<ul>${items.join('')}</ul>`,
    `<script type="module" src="${escapeHtml(base + overlayModule)}"></script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function locationOf({ file, line, column }: Diagnostic): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}
