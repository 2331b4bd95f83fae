import { hashOf } from '../cli/lib/hash.ts';
import { kindOf, type SourceFile, type SourceTree } from '../cli/sources/tree.ts';

/** A source tree from paths and texts, as a test writes them down. */
export function treeOf(texts: { readonly [path: string]: string }, root = '/site'): SourceTree {
  const files = new Map<string, SourceFile>();
  for (const [path, text] of Object.entries(texts)) {
    const kind = kindOf(path);
    if (kind) files.set(path, { path, kind, hash: hashOf(text), size: Buffer.byteLength(text) });
  }
  const text = (path: string): string => {
    const found = texts[path];
    if (found === undefined) throw new Error(`${path} is not in the tree.`);
    return found;
  };
  return { root, files, text, bytes: (path) => Buffer.from(text(path)) };
}
