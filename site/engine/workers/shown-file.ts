import { sniff } from '../codecs/sniff.ts';
import { createHost, type Host } from './host.ts';

/** The worker that decodes files which the browser cannot show. */
export type ShowTypes = {
  readonly setup: null;
  readonly task: { readonly kind: 'show'; readonly file: Blob };
  readonly results: { readonly show: Blob };
  readonly progress: never;
  readonly command: never;
};

/** Bytes at the start of a file by which its type is known. */
const HEAD_BYTES = 4096;
/** Its WebAssembly holds 60 bytes for each pixel of the last picture. */
const IDLE_MS = 5000;
const NEVER = new AbortController().signal;

// The bundler recognises this expression and bundles the entry.
const startWorker = () => new Worker(new URL('./show.worker.ts', import.meta.url), { type: 'module', name: 'show' });

const shown = new WeakMap<Blob, Promise<Blob>>();
let host: Host<ShowTypes> | null = null;
/** Resolves when the last file is decoded: each needs much memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * A picture file as the browser can show it: the file itself, or a PNG of a JPEG XL, HEIC or TIFF file that the browser cannot show.
 * Each file is decoded once. Never rejects: a file that cannot be decoded is returned.
 */
export function shownFile(file: Blob): Promise<Blob> {
  const known = shown.get(file);
  if (known) return known;
  const result = show(file).catch(() => file);
  shown.set(file, result);
  return result;
}

async function show(file: Blob): Promise<Blob> {
  if (await isShown(file)) return file;
  host ??= createHost<ShowTypes>({
    startWorker,
    setup: () => null,
    idleMs: IDLE_MS,
    locks: globalThis.navigator.locks ?? null,
    independentTasks: true,
  });
  const { call } = host;
  const decoded = last.then(
    () => call({ kind: 'show', file }, { signal: NEVER, onProgress: () => undefined, patienceMs: null }).outcome,
  );
  last = decoded;
  const outcome = await decoded;
  return outcome.ok ? outcome.value : file;
}

/** Whether the browser shows a file. */
async function isShown(file: Blob): Promise<boolean> {
  switch (await typeOf(file)) {
    case 'image/jxl':
      return showsJxl();
    case 'image/heic':
    case 'image/heif':
    case 'image/tiff':
      return isDecoded(file);
    default:
      return true;
  }
}

/** Systems that do not know a format give its files no type. */
const typeOf = async (file: Blob): Promise<string | null> =>
  file.type || sniff(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));

/** A black pixel. */
const SMALLEST_JXL = Uint8Array.of(
  ...[255, 10, 0, 16, 176, 18, 8, 8, 16, 0, 52, 0, 75, 18, 197, 130, 133, 36, 214, 40, 96, 60, 0, 232, 3],
);

let support: Promise<boolean> | null = null;

function showsJxl(): Promise<boolean> {
  support ??= isDecoded(new Blob([SMALLEST_JXL], { type: 'image/jxl' }));
  return support;
}

const isDecoded = (file: Blob): Promise<boolean> =>
  createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close();
      return true;
    },
    () => false,
  );
