import { decode } from './encoding.ts';
import { type Head, headOf } from './head.ts';
import type { SourceList } from './read.ts';

/**
 * Beginnings of Markdown files that one thread reads while another starts. Both are shared: `bytes` holds the texts
 * one after the other; `places` holds for each file where its text starts and how long it is, 0 until it is there, and
 * at the end how far the taker has come. Files are read from the last to the first, and taken from the first to the last.
 */
export type Ahead = { readonly bytes: SharedArrayBuffer; readonly places: SharedArrayBuffer };

/** All source files as `listSources` has found them, and the beginnings of them that another thread reads meanwhile. */
export type Listed = SourceList & { readonly ahead: Ahead };

/** Bytes kept for each file on average; what does not fit is read later. */
const share = 1024;

/** Files read before others are let in. */
const batch = 250;

const isRead = (path: string): boolean => path.startsWith('content/') && path.endsWith('.md');

/** Starts to read, a batch in each turn of the event loop. Files that cannot be read are left to who asks for them. */
export function readAhead(root: string, paths: readonly string[]): Ahead {
  const wanted = paths.filter(isRead);
  const ahead = {
    bytes: new SharedArrayBuffer(wanted.length * share),
    places: new SharedArrayBuffer((wanted.length * 2 + 1) * 4),
  };
  const bytes = new Uint8Array(ahead.bytes);
  const places = new Int32Array(ahead.places);
  let at = wanted.length - 1;
  let start = 0;
  const readOne = (index: number): void => {
    const head = headOf(`${root}/${wanted[index]}`);
    if (head.whole || start + head.bytes.length > bytes.length) return;
    bytes.set(head.bytes, start);
    places[index * 2] = start;
    Atomics.store(places, index * 2 + 1, head.bytes.length);
    start += head.bytes.length;
  };
  const readSome = (): void => {
    for (const last = Math.max(0, at - batch); at >= last; at--) {
      // The last place tells how far the other thread has come.
      if (at < Atomics.load(places, wanted.length * 2)) return;
      try {
        readOne(at);
      } catch {
        // Gone since, or closed to us.
      }
    }
    if (at >= 0) setImmediate(readSome);
  };
  setImmediate(readSome);
  return ahead;
}

/** Gives what was read ahead of a file, once; null where there is nothing. */
export function aheadOf({ paths, ahead }: Pick<Listed, 'paths' | 'ahead'>): (path: string) => Head | null {
  const bytes = Buffer.from(ahead.bytes);
  const places = new Int32Array(ahead.places);
  const index = new Map(paths.filter(isRead).map((path, at) => [path, at]));
  return (path) => {
    const at = index.get(path);
    if (at === undefined) return null;
    index.delete(path);
    Atomics.store(places, places.length - 1, at);
    const length = Atomics.load(places, at * 2 + 1);
    if (length === 0) return null;
    const start = places[at * 2] as number;
    return { text: decode(bytes, start, start + length), whole: false };
  };
}
