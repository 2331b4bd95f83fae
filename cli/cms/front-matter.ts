import { isDeepStrictEqual } from 'node:util';
import { isMap, parseDocument } from 'yaml';
import { readFrontMatter } from '../content/frontmatter.ts';

/**
 * Returns the text of the editor with the comments, the order and the notation of the front matter of the file that it
 * replaces (`stored`; null: a new file), where values are the same, and with its line endings. Keys without a value are left out: the editor writes
 * them for fields that all languages share. Returns the text as it is if one of the two has no valid front matter.
 */
export function mergeText(stored: string | null, text: string): string {
  const base = stored ?? text;
  const [before, after] = [readFrontMatter(base, ''), readFrontMatter(text, '')];
  if (!before.ok || !after.ok) return text;
  const [old, next] = [before.value, after.value];
  const front = base
    .split(/\r?\n/)
    .slice(1, old.bodyLine - 2)
    .join('\n');
  const doc = parseDocument(front);
  if (!isMap(doc.contents) || doc.errors.length > 0) return text;
  const keys = new Set([...Object.keys(old.data), ...Object.keys(next.data)]);
  const changed = [...keys].filter((key) =>
    stored === null ? old.data[key] === null : !isDeepStrictEqual(old.data[key] ?? null, next.data[key] ?? null),
  );
  const isSameBody = comparable(old.body) === comparable(next.body);
  if (changed.length === 0 && isSameBody) return base;
  for (const key of changed) {
    if (next.data[key] == null) doc.delete(key);
    else doc.set(key, next.data[key]);
  }
  const written = doc.toString({ lineWidth: 0, flowCollectionPadding: /[[{] /.test(front) });
  const merged = `---\n${changed.length === 0 ? `${front}\n` : written}---\n${isSameBody ? old.body : next.body}`;
  return base.includes('\r\n') ? merged.replace(/\r?\n/g, '\r\n') : merged;
}

/** Returns a body without what the editor changes by itself: line endings, blank lines before it, and space after it. */
const comparable = (body: string): string =>
  body
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
