import type { ToolError } from '../../engine/errors.ts';
import { resultSize } from '../../engine/ops/geometry/geometry.ts';
import type {
  Backend,
  EncodeOptions,
  EncodeType,
  Geometry,
  PictureInfo,
  Pixels,
  Size,
  StoredPixels,
} from '../../engine/types.ts';
import { isSvg } from '../names.ts';
import type { Field, Options } from '../tool.ts';
import type { Edits } from './edits.ts';
import { type History, historyOf } from './history.ts';

/** The state that undo and redo change. */
export type Settings = {
  /** The options of all pictures that have none of their own. */
  readonly options: Options;
  /** The options of single pictures of a batch, by the picture's id. */
  readonly own: { readonly [id: string]: Options };
  /** Edits of masks, by the picture's id. */
  readonly edits: { readonly [id: string]: Edits | null };
  /** Which version of a picture is worked on, by the id of the picture as it was opened; that one where none is named. */
  readonly versions: { readonly [origin: string]: string };
  /** How the result of a picture is cropped or turned before it is saved, by the picture's id. */
  readonly after: { readonly [id: string]: Geometry | null };
};

export type Output = Pick<EncodeOptions, 'type' | 'quality' | 'maxBytes' | 'colours' | 'metadata'>;

/** What the visitor or the tool chose for all files. `type`: null for the format of each picture. */
export type OutputChoice = Omit<Output, 'type'> & { readonly type: EncodeType | null };

/** A result from which a job continued. */
export type Base = { readonly stored: StoredPixels; readonly settings: Settings };

/** A result at the size of a screen, which comes before that at full size. */
export type Preview = { readonly pixels: Pixels; readonly settings: Settings };

export type Result = Size & {
  readonly blob: Blob;
  /** The pixels outside of the page's memory, for another format; null for earlier results, and once they are lost. */
  readonly stored: StoredPixels | null;
  /** The result that the job continued, for another filling of the same part; null for the picture itself. */
  readonly base: Base | null;
  /** How the pixels were cropped or turned for the file; null for not at all. */
  readonly geometry: Geometry | null;
  /** Settings of the job: if they differ from the current ones, the result is stale. */
  readonly settings: Settings;
  readonly output: Output;
  readonly notes: readonly ToolError[];
  readonly backend: Backend | null;
  readonly ms: number;
  readonly saved: boolean;
};

/** A picture of the workspace. A failure keeps the picture and its earlier result. */
export type Item = {
  readonly id: string;
  /** Id of the picture as it was opened: its own, unless this is a version of it. */
  readonly origin: string;
  /** How this version differs from the opened picture; null for the opened picture. */
  readonly geometry: Geometry | null;
  readonly file: File;
  /** Path of the folder with which it was opened, such as `scans/1950`; empty without one. */
  readonly folder: string;
  /** Null until it was read. */
  readonly info: PictureInfo | null;
  /** Format of its results unless one is chosen for all pictures; null until it was read. */
  readonly type: EncodeType | null;
  /** Null once there is a result of its settings, and where none is expected. */
  readonly preview: Preview | null;
  readonly result: Result | null;
  /** The last results, without their pixels: undo shows them again without another run. */
  readonly results: readonly Result[];
  readonly error: ToolError | null;
  /** Longer side in pixels to which the picture is reduced because it does not fit in memory; null for its own size. */
  readonly limit: number | null;
};

export type Running = {
  readonly id: string;
  readonly cancelling: boolean;
  /** What the run works with; null until it has read the settings. */
  readonly settings: Settings | null;
};

export type State = {
  readonly items: readonly Item[];
  /** Versions of these pictures that undo or redo can show. */
  readonly aside: readonly Item[];
  readonly current: string | null;
  readonly history: History<Settings>;
  readonly output: OutputChoice;
  /** The running job, and the ids that wait for it. */
  readonly running: Running | null;
  readonly waiting: readonly string[];
  /** Whether “Generate” was pressed before everything was available, and waits for it. */
  readonly requested: boolean;
};

export type Phase = 'empty' | 'loading' | 'ready' | 'working' | 'result' | 'error';

/** The default options of the fields. */
export const initialOptions = (fields: readonly Field[]): Options =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

/** A history whose only step is these options for all pictures. */
export const historyWith = (options: Options): History<Settings> =>
  historyOf({ options, own: {}, edits: {}, versions: {}, after: {} });

/** `type`: initial format; null for that of each picture. */
export const initialState = (fields: readonly Field[], type: EncodeType | null): State => ({
  items: [],
  aside: [],
  current: null,
  history: historyWith(initialOptions(fields)),
  output: { type, quality: 0.95, metadata: 'without-gps' },
  running: null,
  waiting: [],
  requested: false,
});

export const currentItem = ({ items, current }: State): Item | null => items.find(({ id }) => id === current) ?? null;

/** Phase of a picture. An error precedes an older result. */
export function phaseOf({ running }: Pick<State, 'running'>, item: Item | null): Phase {
  if (!item) return 'empty';
  if (running?.id === item.id) return 'working';
  if (item.error) return 'error';
  // Of a restored batch, only pictures that were shown are read again.
  if (item.result) return 'result';
  return item.info ? 'ready' : 'loading';
}

/** The options of a picture: its own, or those of all pictures. */
export const optionsOf = ({ options, own }: Pick<Settings, 'options' | 'own'>, id: string): Options =>
  own[id] ?? options;

/** Whether a picture has options of its own. */
export const hasOwnOptions = ({ own }: Pick<Settings, 'own'>, id: string): boolean => own[id] !== undefined;

/** The edits of a picture's mask. */
export const editsOf = ({ edits }: Settings, id: string): Edits | null => edits[id] ?? null;

/** Whether settings equal the current ones for one picture; edits of other pictures are ignored. */
export const areCurrent = ({ history }: State, id: string, settings: Settings): boolean =>
  optionsOf(history.now, id) === optionsOf(settings, id) && editsOf(history.now, id) === editsOf(settings, id);

/** Whether a result was computed with other settings. Another format or crop of its file needs no other result. */
export const isOutdated = (state: State, { id, result }: Item): boolean =>
  result !== null && !areCurrent(state, id, result.settings);

/** How the result of a picture is cropped or turned before it is saved; null for not at all. */
export const afterOf = ({ after }: Settings, id: string): Geometry | null => after[id] ?? null;

/** The size of the file of a result with these pixels. */
export const sizeOfFile = (pixels: Size, geometry: Geometry | null): Size =>
  geometry ? resultSize(pixels, geometry) : pixels;

type Written = Pick<State, 'output' | 'history'>;

/** How the result of a picture is written. */
export const outputOf = ({ output }: Pick<State, 'output'>, { type }: Pick<Item, 'type'>): Output => ({
  ...output,
  type: output.type ?? type ?? 'image/png',
});

const OUTPUT_KEYS = ['type', 'quality', 'maxBytes', 'colours', 'metadata'] as const;

export const isSameOutput = (one: Output, other: Output): boolean =>
  OUTPUT_KEYS.every((key) => one[key] === other[key]);

/** Whether the file of a result shows the chosen part; a vector drawing has only one. */
export const hasChosenPart = ({ history }: Pick<State, 'history'>, id: string, result: Result): boolean =>
  result.geometry === afterOf(history.now, id) || isSvg(result.blob);

/** Whether the file of a result has the chosen format and part; a vector drawing has only one. */
export const isWritten = (state: Written, item: Pick<Item, 'id' | 'type'>, result: Result): boolean =>
  (isSameOutput(result.output, outputOf(state, item)) || isSvg(result.blob)) && hasChosenPart(state, item.id, result);

/** Whether a result has the current settings and format. */
export const isOf = (state: State, item: Pick<Item, 'id' | 'type'>, result: Result): boolean =>
  areCurrent(state, item.id, result.settings) && isWritten(state, item, result);

/** The pixels of a result that still has to be encoded in the chosen format; null if it is encoded, or its pixels are lost. */
export const unwritten = (state: Written, item: Item): StoredPixels | null =>
  !item.result || isWritten(state, item, item.result) ? null : item.result.stored;

/** Whether a picture must be processed: it has no result, or one of other settings. Another format needs no run. */
const needsWork = (state: State, item: Item): boolean => {
  const { id, result } = item;
  if (!result || !areCurrent(state, id, result.settings)) return true;
  return !isWritten(state, item, result) && unwritten(state, item) === null;
};

/** Whether the run under way will give what the settings on show ask for. */
export const isBeingDone = (state: State, id: string): boolean => {
  const { running } = state;
  if (running?.id !== id || running.cancelling) return false;
  return running.settings === null || areCurrent(state, id, running.settings);
};

/**
 * The pictures to queue when the visitor starts the work: with several, all that need it and are not being worked on.
 * Where none needs it, the picture on show is made once more.
 */
export function idsToQueue(state: State): readonly string[] {
  const { items, current } = state;
  const due = items.length > 1 ? items.filter((item) => needsWork(state, item)) : [];
  const ids = due.length > 0 ? due.map(({ id }) => id) : current === null ? [] : [current];
  return ids.filter((id) => !isBeingDone(state, id));
}

/** Whether there is work that can be cancelled, on whichever picture. */
export const isBusy = ({ running, waiting }: State): boolean => running !== null || waiting.length > 0;

/** Whether the displayed result has other settings. */
export const isStale = (state: State, item: Item): boolean => item.result !== null && !isOf(state, item, item.result);

/** Whether leaving the page now would lose work. */
export const hasUnsaved = ({ items, running }: State): boolean =>
  running !== null || items.some(({ result }) => result !== null && !result.saved);
