import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type { Diagnostic } from '../contract.ts';
import { writeFile } from '../lib/write-file.ts';

/** A change of a source file that changes no page but for what it corrects. */
export type Fix =
  /** Replaces the target of a link of Markdown that starts on a line. */
  | { readonly kind: 'link'; readonly file: string; readonly line: number; readonly from: string; readonly to: string }
  /** Removes a message that no page can show. */
  | { readonly kind: 'message'; readonly file: string; readonly key: string };

/** Applies fixes to the files below `root`. Returns those that were applied; a text that changed meanwhile is left alone. */
export function applyFixes(root: string, fixes: readonly Fix[]): readonly Fix[] {
  const done: Fix[] = [];
  for (const file of new Set(fixes.map((fix) => fix.file))) {
    const before = readFileSync(join(root, file), 'utf8');
    let text = before;
    for (const fix of fixes.filter((one) => one.file === file)) {
      const next = fix.kind === 'link' ? withLink(text, fix) : withoutMessage(text, fix.key);
      if (next !== text) done.push(fix);
      text = next;
    }
    if (text !== before) writeFile(join(root, file), text);
  }
  return done;
}

/** The first link to `from` on the line or below it: a link may begin on an earlier line than its target. */
function withLink(text: string, { line, from, to }: Extract<Fix, { kind: 'link' }>): string {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length;
  const at = targetAt(text, from, start);
  return at < 0 ? text : text.slice(0, at) + to + text.slice(at + from.length);
}

/** Offset of a link's target that is exactly `target`, perhaps with a fragment or query behind it. */
function targetAt(text: string, target: string, start: number): number {
  for (let at = text.indexOf(target, start); at >= 0; at = text.indexOf(target, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + target.length] ?? ''];
    if (/[(<"'\s]/.test(before) && /[)>"'\s#?]/.test(after)) return at;
  }
  return -1;
}

function withoutMessage(text: string, key: string): string {
  return applyEdits(text, modify(text, key.split('.').slice(1), undefined, {}));
}

/** The fix of a problem that the build reports, or null. */
export function fixOf({ code, file, message }: Diagnostic): Fix | null {
  const key = /^`([^`]+)`/.exec(message)?.[1];
  return code === 'LOCALE_EXTRA_KEY' && file && key ? { kind: 'message', file, key } : null;
}
