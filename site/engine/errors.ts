/**
 * Everything that can go wrong for a visitor, with what the message needs to say. Codes are the keys of
 * `locales/<code>/errors.json`; the workspace formats the values (`bytes` and `ms` are plain numbers here).
 */
export const TOOL_ERRORS = {
  'file.wrongType': { name: 'text', type: 'text' },
  'file.wrongTypeVideo': { name: 'text', type: 'text' },
  'file.notAPicture': { name: 'text' },
  'file.heic': {},
  'file.tiff': {},
  'file.damaged': { name: 'text', type: 'text' },
  'file.empty': { name: 'text' },
  'file.unreadable': { name: 'text' },
  /** `needed` and `available` in bytes; `suggestedSize` is the size of a result that would fit. */
  'file.tooLarge': { width: 'number', height: 'number', needed: 'number', available: 'number', suggestedSize: 'size' },
  'file.tooSmall': { width: 'number', height: 'number' },
  'file.tooMany': { count: 'number' },
  'file.firstFrame': {},
  'file.firstPage': {},
  'url.invalid': {},
  'url.blocked': {},
  'url.notFound': { status: 'number' },
  'paste.empty': {},
  'paste.denied': { keys: 'text' },
  'mask.empty': {},
  'mask.size': { maskWidth: 'number', maskHeight: 'number', width: 'number', height: 'number' },
  'mask.full': {},
  'device.noWebGpu': {},
  'device.needsWebGpu': {},
  'device.noWasm': {},
  'device.oneThread': {},
  /** What a network sees of the picture, where the whole would take too long. */
  'device.smallerWork': { width: 'number', height: 'number' },
  /** These three name what took the place of a better attempt for lack of memory; the result has its full size. */
  'device.smallerParts': {},
  'device.smallerModel': {},
  'device.classicalMethod': {},
  'device.wrongResults': {},
  'device.lostGraphics': {},
  'device.outOfMemory': { suggestedSize: 'size' },
  'device.workerStopped': {},
  'model.missing': { name: 'text' },
  'model.missingNoFallback': { name: 'text' },
  'model.unloaded': { name: 'text' },
  /** These three name the model that they are about. */
  'model.download': { name: 'text', done: 'number', total: 'number' },
  'model.check': { name: 'text' },
  'model.offline': { name: 'text', bytes: 'number' },
  /** The site's list of models is newer than this program, or misspells the adapter. */
  'model.unknownAdapter': { name: 'text' },
  'model.storage': {},
  'job.failed': {},
  /** A worker's script, or a part of its program that is loaded on use. */
  'job.notLoaded': {},
  'job.cancelled': {},
  'job.busy': {},
  'job.nothingFound': {},
  /** A click or box selected no object. */
  'job.noObject': {},
  'output.encode': { format: 'text' },
  'output.copy': {},
  'output.archive': {},
  'output.denied': {},
  'output.full': { needed: 'number', available: 'number' },
  'video.noWebCodecs': {},
  'video.undecodable': { codec: 'text' },
  'video.noPicture': { name: 'text' },
  'video.noEncoder': { codec: 'text', other: 'text' },
  'video.audioDropped': { container: 'text', codec: 'text' },
  'video.noMark': {},
  /** `time` in milliseconds. */
  'video.cut': { time: 'number' },
} as const satisfies { readonly [code: string]: { readonly [field: string]: FieldKind } };

type FieldKind = 'text' | 'number' | 'size';
type Field<Kind> = Kind extends 'text' ? string : Kind extends 'number' ? number : SizeOrNone;
type SizeOrNone = { readonly width: number; readonly height: number } | null;
type Catalogue = typeof TOOL_ERRORS;

export type ToolErrorCode = keyof Catalogue;

/** An error of the catalogue. `details` is for the folded technical part and may be in English. */
export type ToolError = {
  [Code in ToolErrorCode]: { readonly code: Code; readonly details?: string } & {
    readonly [Name in keyof Catalogue[Code]]: Field<Catalogue[Code][Name]>;
  };
}[ToolErrorCode];

/** Whether the worker failed and not the file, so that opening the same file once more may succeed. */
export const isWorkerError = ({ code }: ToolError): boolean =>
  code === 'device.workerStopped' || code === 'job.notLoaded';

/** A value, or the reason why there is none. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ToolError };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const failed = (error: ToolError): Outcome<never> => ({ ok: false, error });

/** The outcome of work that may leave by `stop`. */
export function attempt<T>(work: () => Outcome<T>): Outcome<T> {
  try {
    return work();
  } catch (thrown) {
    return failed(toolErrorOf(thrown));
  }
}

const MARK = 'ToolStop';

/** Leaves an operation with an error of the catalogue; the runner turns it into the job's outcome. */
export function stop(error: ToolError): never {
  const thrown = new Error(error.code, { cause: error });
  thrown.name = MARK;
  throw thrown;
}

/** Returns the catalogue's error for anything thrown: by `stop`, an abort, lack of memory, or a bug. */
export function toolErrorOf(thrown: unknown): ToolError {
  if (!(thrown instanceof Error || thrown instanceof DOMException))
    return { code: 'job.failed', details: String(thrown) };
  if (thrown.name === MARK) return thrown.cause as ToolError;
  if (thrown.name === 'AbortError') return { code: 'job.cancelled' };
  if (isOutOfMemory(thrown)) return { code: 'device.outOfMemory', suggestedSize: null, details: detailsOf(thrown) };
  return { code: 'job.failed', details: detailsOf(thrown) };
}

/** Name, message and stack. Stacks of WebKit and Firefox hold neither name nor message; those of Chromium hold both. */
function detailsOf({ name, message, stack = '' }: Error | DOMException): string {
  const title = message ? `${name}: ${message}` : name;
  return stack.startsWith(title) ? stack : `${title}\n${stack}`.trim();
}

function isOutOfMemory({ name, message }: Error | DOMException): boolean {
  const allocation = name === 'RangeError' && /alloc|array buffer|array length|memory/i.test(message);
  return allocation || /out of memory|bad_alloc|failed to allocate|memory access out of bounds/i.test(message);
}
