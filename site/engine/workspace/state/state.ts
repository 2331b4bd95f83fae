import type { ToolError } from '../../errors.ts';
import type { Backend, EncodeOptions, PictureInfo, Pixels, Progress, Size } from '../../types.ts';
import type { Field, Options } from '../tool.ts';
import type { Edits } from './edits.ts';
import { type History, historyOf } from './history.ts';

/** What undo and redo go through. */
export type Settings = {
  readonly options: Options;
  /** What was drawn, by id of the picture. */
  readonly edits: { readonly [id: string]: Edits | null };
};

export type Output = Pick<EncodeOptions, 'type' | 'quality' | 'metadata'>;

export type Result = Size & {
  readonly blob: Blob;
  /** Kept for another format while there is one picture; null in a batch. */
  readonly pixels: Pixels | null;
  /** What it was made with: another value means that it is out of date. */
  readonly settings: Settings;
  readonly output: Output;
  readonly notes: readonly ToolError[];
  readonly backend: Backend | null;
  readonly ms: number;
  readonly saved: boolean;
};

/** A picture on its way. A failure leaves the picture and an earlier result as they were. */
export type Item = {
  readonly id: string;
  readonly file: File;
  /** Null until it was read. */
  readonly info: PictureInfo | null;
  readonly result: Result | null;
  /** The last results, without their pixels: undo shows them again without another run. */
  readonly made: readonly Result[];
  readonly error: ToolError | null;
  /** Longer side in pixels that it is worked at, where the whole does not fit; null for its own size. */
  readonly limit: number | null;
};

export type Running = { readonly id: string; readonly progress: Progress; readonly cancelling: boolean };

export type State = {
  readonly items: readonly Item[];
  readonly current: string | null;
  readonly history: History<Settings>;
  readonly output: Output;
  /** The format follows the first picture until the visitor chooses one. */
  readonly format: 'follows' | 'chosen';
  /** What is worked on now, and what waits behind it. */
  readonly running: Running | null;
  readonly waiting: readonly string[];
};

export type Phase = 'empty' | 'loading' | 'ready' | 'working' | 'result' | 'error';

/** Options as the fields begin with. */
export const initialOptions = (fields: readonly Field[]): Options =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

/** `type`: format to begin with; null for that of the picture. */
export const initialState = (fields: readonly Field[], type: Output['type'] | null): State => ({
  items: [],
  current: null,
  history: historyOf({ options: initialOptions(fields), edits: {} }),
  output: { type: type ?? 'image/png', quality: 0.95, metadata: 'without-gps' },
  format: type ? 'chosen' : 'follows',
  running: null,
  waiting: [],
});

export const currentItem = ({ items, current }: State): Item | null => items.find(({ id }) => id === current) ?? null;

/** What a picture shows. An error comes before an older result. */
export function phaseOf({ running }: Pick<State, 'running'>, item: Item | null): Phase {
  if (!item) return 'empty';
  if (running?.id === item.id) return 'working';
  if (item.error) return 'error';
  if (!item.info) return 'loading';
  return item.result ? 'result' : 'ready';
}

/** What was drawn on a picture. */
export const editsOf = ({ edits }: Settings, id: string): Edits | null => edits[id] ?? null;

/** Whether a result is of the settings on show. What is drawn on other pictures does not count. */
export function isOf({ history, output }: State, id: string, result: Result): boolean {
  const { settings } = result;
  const same = history.now.options === settings.options && editsOf(history.now, id) === editsOf(settings, id);
  return same && output === result.output;
}

/** Whether the result on show is of other settings. */
export const isStale = (state: State, { id, result }: Item): boolean => result !== null && !isOf(state, id, result);

/** Something would be lost when the visitor leaves now. */
export const hasUnsaved = ({ items, running }: State): boolean =>
  running !== null || items.some(({ result }) => result !== null && !result.saved);
