import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { Diagnostic } from '../contract.ts';
import { writeFile } from '../lib/write-file.ts';

/** A correction of a source file that changes nothing else on any page. */
export type Fix =
  /** Replaces the target of a link of Markdown that starts on a line. */
  | { readonly kind: 'link'; readonly file: string; readonly line: number; readonly from: string; readonly to: string }
  /** Removes a message that no page can show. */
  | { readonly kind: 'message'; readonly file: string; readonly key: string };

/** Applies fixes to the files below `root`. Returns the applied ones; skips those whose text is no longer there. */
export function applyFixes(root: string, fixes: readonly Fix[]): readonly Fix[] {
  const applied: Fix[] = [];
  for (const file of new Set(fixes.map((fix) => fix.file))) {
    const before = readFileSync(join(root, file), 'utf8');
    let text = before;
    for (const fix of fixes.filter((candidate) => candidate.file === file)) {
      const next = fix.kind === 'link' ? withLink(text, fix) : withoutMessage(text, fix.key);
      if (next !== text) applied.push(fix);
      text = next;
    }
    if (text !== before) writeFile(join(root, file), text);
  }
  return applied;
}

/**
 * Returns the text with the first link to `from` on the line or below it replaced: a link may begin on an earlier line
 * than its target.
 */
function withLink(text: string, { line, from, to }: Extract<Fix, { kind: 'link' }>): string {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length;
  for (let offset = text.indexOf(from, start); offset >= 0; offset = text.indexOf(from, offset + 1)) {
    // The target may end in a slash, a fragment or a query.
    const after = text.slice(offset + from.length).replace(/^\//, '');
    if (/[(<"'\s]/.test(text[offset - 1] ?? '') && /^[)>"'\s#?]/.test(after)) return text.slice(0, offset) + to + after;
  }
  return text;
}

function withoutMessage(text: string, key: string): string {
  const steps = key.split('.').slice(1);
  const root = parseTree(text);
  // Items of lists, which are found by numbers, stay.
  return root && findNodeAtLocation(root, steps) ? applyEdits(text, modify(text, steps, undefined, {})) : text;
}

/** Returns the fix of a problem that the build reports, or null. */
export function fixOf({ code, file, message }: Diagnostic): Fix | null {
  const key = /^`([^`]+)`/.exec(message)?.[1];
  return code === 'LOCALE_EXTRA_KEY' && file && key ? { kind: 'message', file, key } : null;
}
