import { decode } from './encoding.ts';
import { type Head, headOf } from './head.ts';
import type { SourceList } from './tree.ts';

/**
 * Beginnings of Markdown files that one thread reads while another one starts, in shared memory. `bytes` holds the
 * texts. `slots` holds offset and length in `bytes` for each file (length 0: not read), and at the end the index of
 * the file that the consumer took last. The producer goes from the last file to the first, the consumer the other way.
 */
export type Prefetch = { readonly bytes: SharedArrayBuffer; readonly slots: SharedArrayBuffer };

/** The list of `listSources`, and the beginnings of its files that another thread reads. */
export type PrefetchedList = SourceList & { readonly prefetched: Prefetch };

/** Mean bytes per file in `bytes`. Files that do not fit are read later. */
const MEAN_HEAD_BYTES = 1024;

/** Files that are read in one turn of the event loop. */
const FILES_PER_BATCH = 250;

const isContentFile = (path: string): boolean => path.startsWith('content/') && path.endsWith('.md');

/** Starts to read in the background. Skips unreadable files, which the consumer then reads and reports itself. */
export function prefetchHeads(root: string, paths: readonly string[]): Prefetch {
  const markdown = paths.filter(isContentFile);
  const prefetched = {
    bytes: new SharedArrayBuffer(markdown.length * MEAN_HEAD_BYTES),
    slots: new SharedArrayBuffer((markdown.length * 2 + 1) * 4),
  };
  const bytes = new Uint8Array(prefetched.bytes);
  const slots = new Int32Array(prefetched.slots);
  let at = markdown.length - 1;
  let start = 0;
  const readOne = (index: number): void => {
    const head = headOf(`${root}/${markdown[index]}`);
    if (head.isComplete || start + head.bytes.length > bytes.length) return;
    bytes.set(head.bytes, start);
    slots[index * 2] = start;
    Atomics.store(slots, index * 2 + 1, head.bytes.length);
    start += head.bytes.length;
  };
  const readSome = (): void => {
    for (const last = Math.max(0, at - FILES_PER_BATCH); at >= last; at--) {
      // The consumer has reached this file and reads the others itself.
      if (at < Atomics.load(slots, markdown.length * 2)) return;
      try {
        readOne(at);
      } catch {
        // Deleted or unreadable.
      }
    }
    if (at >= 0) setImmediate(readSome);
  };
  setImmediate(readSome);
  return prefetched;
}

/** Returns a function that returns the beginning of a file once, or null if it was not read. */
export function prefetchedHeads({
  paths,
  prefetched,
}: Pick<PrefetchedList, 'paths' | 'prefetched'>): (path: string) => Head | null {
  const bytes = Buffer.from(prefetched.bytes);
  const slots = new Int32Array(prefetched.slots);
  const index = new Map(paths.filter(isContentFile).map((path, at) => [path, at]));
  return (path) => {
    const at = index.get(path);
    if (at === undefined) return null;
    index.delete(path);
    Atomics.store(slots, slots.length - 1, at);
    const length = Atomics.load(slots, at * 2 + 1);
    if (length === 0) return null;
    const start = slots[at * 2] as number;
    return { text: decode(bytes, start, start + length), isComplete: false };
  };
}
