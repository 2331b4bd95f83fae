import type { ToolError } from '../../engine/errors.ts';
import type { EncodeType, Geometry, PictureInfo } from '../../engine/types.ts';
import { folderOf } from '../../ui/dropped-files.ts';
import type { Options } from '../tool.ts';
import { type MaskEdit, withEdit } from './edits.ts';
import { goTo, type History, record, redo, settle, undo } from './history.ts';
import {
  areCurrent,
  editsOf,
  hasOwnOptions,
  historyWith,
  type Item,
  isOf,
  isSameOutput,
  type Output,
  type OutputChoice,
  outputOf,
  type Preview,
  type Result,
  type Settings,
  type State,
} from './state.ts';
import { finishedBy, itemOf, reshaped, type Version, withVersions } from './versions.ts';

export type Action =
  | { readonly kind: 'add'; readonly pictures: readonly { readonly id: string; readonly file: File }[] }
  | { readonly kind: 'replace'; readonly pictures: readonly { readonly id: string; readonly file: File }[] }
  | { readonly kind: 'opened'; readonly id: string; readonly info: PictureInfo; readonly type: EncodeType }
  | { readonly kind: 'failed'; readonly id: string; readonly error: ToolError }
  | { readonly kind: 'dismiss'; readonly id: string }
  /** Use a smaller copy from now on; longer side in pixels. */
  | { readonly kind: 'limit'; readonly id: string; readonly limit: number }
  | { readonly kind: 'show'; readonly id: string }
  | { readonly kind: 'remove'; readonly id: string }
  /**
   * Sets the options of a picture that has its own, else those of all pictures. `subject`: consecutive changes of one subject
   * are one step of the history.
   */
  | { readonly kind: 'set'; readonly id: string; readonly options: Options; readonly subject: string | null }
  /** Gives a picture options of its own, which begin as they are, or takes them away. */
  | { readonly kind: 'own'; readonly id: string; readonly own: boolean }
  | { readonly kind: 'settle' }
  | { readonly kind: 'edit'; readonly id: string; readonly edit: MaskEdit }
  /** Works on another version of a picture from now on; null for the picture as it was opened. */
  | { readonly kind: 'reshaped'; readonly id: string; readonly version: Version | null }
  /** Crops or turns the result before it is saved. */
  | { readonly kind: 'finish'; readonly id: string; readonly geometry: Geometry }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  /** Goes to a step of the history by its index. */
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'output'; readonly output: Partial<OutputChoice> }
  /** The browser cannot write the result of a picture in the format of `output`, but in that of `fallback`. */
  | {
      readonly kind: 'unwritable';
      readonly id: string;
      readonly output: Output;
      readonly fallback: Output;
      readonly error: ToolError;
    }
  | { readonly kind: 'request'; readonly requested: boolean }
  | { readonly kind: 'queue'; readonly ids: readonly string[] }
  | { readonly kind: 'start'; readonly id: string }
  /** The run has read the settings; later changes need another run. */
  | { readonly kind: 'began'; readonly id: string; readonly settings: Settings }
  | { readonly kind: 'previewed'; readonly id: string; readonly preview: Preview | null }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'finished'; readonly id: string; readonly result: Result }
  | { readonly kind: 'ended'; readonly id: string; readonly error: ToolError }
  /** The stored pixels of a result are lost: another format needs another run. */
  | { readonly kind: 'lost'; readonly id: string }
  | { readonly kind: 'saved'; readonly ids: readonly string[] };

/** The next state. Actions for removed pictures change nothing. */
export function reduce(state: State, action: Action): State {
  const next = reduced(state, action);
  return next.history.now === state.history.now ? next : withoutSolved(next, state.history.now);
}

/** Dismisses the errors of runs whose settings have changed since: of a picture that could be opened, every error is one. */
function withoutSolved(state: State, before: Settings): State {
  const solved = state.items.filter(({ id, info, error }) => error && info && !areCurrent(state, id, before));
  return solved.reduce((next, { id }) => change(next, id, { error: null }), state);
}

function reduced(state: State, action: Action): State {
  switch (action.kind) {
    case 'add':
      return add(state, action.pictures.map(openedPicture));
    case 'replace':
      return replace(state, action.pictures.map(openedPicture));
    case 'opened':
      return opened(state, action);
    case 'failed':
      return passed(change(state, action.id, { error: action.error }), action.id);
    case 'dismiss':
      return change(state, action.id, { error: null });
    case 'limit':
      return change(state, action.id, { limit: action.limit, error: null });
    case 'show':
      return state.items.some(({ id }) => id === action.id) ? { ...state, current: action.id } : state;
    case 'remove':
      return remove(state, action.id);
    case 'set':
      return {
        ...state,
        history: record(state.history, withOptions(state.history.now, action), action.subject),
      };
    case 'own':
      return { ...state, history: record(state.history, withOwn(state.history.now, action)) };
    case 'settle':
      return { ...state, history: settle(state.history) };
    case 'edit':
      return edited(state, action.id, action.edit);
    case 'reshaped':
      return reshaped(state, action.id, action.version);
    case 'finish':
      return finishedBy(state, action.id, action.geometry);
    case 'undo':
      return revisited(state, undo(state.history));
    case 'redo':
      return revisited(state, redo(state.history));
    case 'go':
      return revisited(state, goTo(state.history, action.index));
    case 'output':
      return withOutput(state, action.output);
    case 'unwritable':
      return unwritable(state, action);
    case 'request':
      return { ...state, requested: action.requested };
    case 'queue':
      return { ...state, waiting: [...state.waiting, ...action.ids.filter((id) => !state.waiting.includes(id))] };
    case 'start':
      return start(state, action.id);
    case 'began':
      return state.running?.id === action.id
        ? { ...state, running: { ...state.running, settings: action.settings } }
        : state;
    case 'previewed':
      return change(state, action.id, { preview: action.preview });
    case 'cancel':
      return { ...state, waiting: [], running: state.running && { ...state.running, cancelling: true } };
    case 'finished':
      return finished(stopped(state, action.id), action.id, action.result);
    case 'ended':
      // A cancel is what the visitor wanted, not an error.
      return change(stopped(state, action.id), action.id, {
        preview: null,
        error: action.error.code === 'job.cancelled' ? null : action.error,
      });
    case 'lost':
      return lost(state, action.id);
    case 'saved':
      return markSaved(state, action.ids);
  }
}

/** A picture with the folder in which it was. */
const openedPicture = (picture: { readonly id: string; readonly file: File }): Item =>
  itemOf({ ...picture, folder: folderOf(picture.file) });

function add(state: State, added: readonly Item[]): State {
  return { ...state, items: [...state.items, ...added], current: state.current ?? added[0]?.id ?? null };
}

/** The options and a chosen format stay, but no step of the earlier pictures. */
function replace(state: State, added: readonly Item[]): State {
  const history = historyWith(state.history.now.options);
  return add(
    { ...state, items: [], aside: [], current: null, history, running: null, waiting: [], requested: false },
    added,
  );
}

/** The header of a picture is read, which may have been replaced in the meantime. */
function opened(state: State, { id, info, type }: Extract<Action, { kind: 'opened' }>): State {
  // A version has the format of the picture as it was opened; a restored one may have that in place of one that cannot be written.
  return change(state, id, { info, type: pictureOf(state, id)?.type ?? type, error: null });
}

/** Results that could not be written in the last format are encoded in the new one. */
function withOutput(state: State, changes: Partial<OutputChoice>): State {
  const output = { ...state.output, ...changes };
  const unwritten = [...state.items, ...state.aside].filter(({ error }) => error?.code === 'output.encode');
  const next = unwritten.reduce((before, { id }) => change(before, id, { error: null }), state);
  return { ...next, output };
}

/** Replaces a format that nobody chose. Another one may have been chosen since the result was encoded. */
function unwritable(state: State, action: Extract<Action, { kind: 'unwritable' }>): State {
  const { id, output, fallback, error } = action;
  const item = pictureOf(state, id);
  if (!item || !isSameOutput(outputOf(state, item), output)) return state;
  return change(state, id, state.output.type === null ? { type: fallback.type } : { error });
}

const pictureOf = ({ items, aside }: State, id: string): Item | undefined =>
  [...items, ...aside].find((item) => item.id === id);

function change(state: State, id: string, changes: Partial<Item>): State {
  const changed = (items: readonly Item[]) =>
    items.some((item) => item.id === id)
      ? items.map((item) => (item.id === id ? { ...item, ...changes } : item))
      : items;
  return { ...state, items: changed(state.items), aside: changed(state.aside) };
}

/** Removes a picture and shows its neighbour. */
function remove(state: State, id: string): State {
  const at = state.items.findIndex((item) => item.id === id);
  if (at < 0) return state;
  const items = state.items.filter((item) => item.id !== id);
  const aside = state.aside.filter(({ origin }) => origin !== state.items[at]?.origin);
  const current = state.current === id ? ((items[at] ?? items.at(-1))?.id ?? null) : state.current;
  return { ...state, items, aside, current, waiting: state.waiting.filter((other) => other !== id) };
}

/** Shows the next picture of a batch whose first ones cannot be read: nobody has chosen to see them. */
function passed(state: State, id: string): State {
  if (state.current !== id || state.items.some(({ info }) => info !== null)) return state;
  const next = state.items.find(({ error }) => error === null);
  return next ? { ...state, current: next.id } : state;
}

const withOptions = (now: Settings, { id, options }: Extract<Action, { kind: 'set' }>): Settings =>
  hasOwnOptions(now, id) ? { ...now, own: { ...now.own, [id]: options } } : { ...now, options };

function withOwn(now: Settings, { id, own }: Extract<Action, { kind: 'own' }>): Settings {
  if (own === hasOwnOptions(now, id)) return now;
  const { [id]: _, ...others } = now.own;
  return { ...now, own: own ? { ...others, [id]: now.options } : others };
}

/** Ignores changes of an empty mask, and clearing colours where there are no steps: there is nothing to clear or grow. */
function edited(state: State, id: string, edit: MaskEdit): State {
  if (!pictureOf(state, id)) return state;
  const { now } = state.history;
  const before = editsOf(now, id);
  const changesOnly = !('brush' in edit) && edit.kind !== 'invert' && edit.kind !== 'colour';
  // Colours are no part of the mask: they are still there once it is cleared.
  const isEmpty = before === null || (before.last.kind === 'clear' && edit.kind !== 'clear-colours');
  if (changesOnly && isEmpty) return state;
  const edits = { ...now.edits, [id]: withEdit(before, edit) };
  return { ...state, history: record(state.history, { ...now, edits }) };
}

/** Moves in the history, and restores the results of those settings that are still in memory. */
function revisited(state: State, history: History<Settings>): State {
  const next = withVersions({ ...state, history });
  const items = next.items.map((item) => {
    const { result } = item;
    const found = result && !isOf(next, item, result) && item.results.find((one) => isOf(next, item, one));
    if (!found) return item;
    // Files of one run share its pixels.
    const ofSameRun = found.settings === result.settings;
    return { ...item, result: ofSameRun ? { ...found, stored: result.stored, base: result.base } : found };
  });
  return { ...next, items };
}

/** Results that undo can show again. */
const MAX_RESULTS = 16;

function finished(state: State, id: string, result: Result): State {
  const before = pictureOf(state, id)?.results ?? [];
  const results = [...before, { ...result, stored: null, base: null }].slice(-MAX_RESULTS);
  return change(state, id, { preview: null, result, results, error: null });
}

function lost(state: State, id: string): State {
  const result = state.items.find((item) => item.id === id)?.result;
  return result ? change(state, id, { result: { ...result, stored: null, base: null } }) : state;
}

function start(state: State, id: string): State {
  const next = change(state, id, { error: null });
  const waiting = state.waiting.filter((other) => other !== id);
  return { ...next, waiting, running: { id, cancelling: false, settings: null } };
}

const stopped = (state: State, id: string): State => (state.running?.id === id ? { ...state, running: null } : state);

function markSaved(state: State, ids: readonly string[]): State {
  const items = state.items.map((item) => {
    const { result, results } = item;
    if (!result || !ids.includes(item.id)) return item;
    const updated = results.map((one) => (one.blob === result.blob ? { ...one, saved: true } : one));
    return { ...item, result: { ...result, saved: true }, results: updated };
  });
  return { ...state, items };
}
