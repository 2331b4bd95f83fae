import { isUnchanged } from '../../engine/ops/geometry/geometry.ts';
import type { Geometry } from '../../engine/types.ts';
import { record } from './history.ts';
import type { Item, State } from './state.ts';

/** A picture that was cropped, turned or resized before the tool's work. */
export type Version = { readonly id: string; readonly file: File; readonly geometry: Geometry };

/** The picture as it was opened, of which an item may be a version. */
export const openedItem = ({ items, aside }: State, { origin }: Item): Item | null =>
  [...items, ...aside].find(({ id }) => id === origin) ?? null;

/** A picture as it is opened. */
export const itemOf = ({ id, file, folder }: Pick<Item, 'id' | 'file' | 'folder'>): Item => ({
  id,
  origin: id,
  geometry: null,
  file,
  folder,
  info: null,
  type: null,
  preview: null,
  result: null,
  results: [],
  error: null,
  limit: null,
});

/**
 * Puts a version in the place of a picture, as a step of the history; null for the picture as it was opened. Marks
 * belong to the pixels that they were drawn on: those of the new version begin empty.
 */
export function reshaped(state: State, id: string, version: Version | null): State {
  const item = state.items.find((one) => one.id === id);
  if (!item) return state;
  const { origin, folder, limit, type } = item;
  const { now } = state.history;
  const next = version?.id ?? origin;
  const versions = { ...now.versions, [origin]: next };
  const added = version && { ...itemOf({ ...version, folder }), origin, geometry: version.geometry, limit, type };
  const aside = added ? [...state.aside, added] : state.aside;
  const { [next]: _, ...others } = now.own;
  const options = now.own[id];
  const own = options ? { ...others, [next]: options } : others;
  return withVersions({ ...state, aside, history: record(state.history, { ...now, versions, own }) });
}

/** Shows the versions that the settings name; the others are put aside with all that was made of them. */
export function withVersions(state: State): State {
  const { versions } = state.history.now;
  const moves = state.items.flatMap((item) => {
    const wanted = versions[item.origin] ?? item.origin;
    const other = wanted === item.id ? undefined : state.aside.find(({ id }) => id === wanted);
    return other ? [{ item, other }] : [];
  });
  if (moves.length === 0) return state;
  const shown = new Map(moves.map(({ item, other }) => [item.id, other]));
  const hidden = new Set(moves.map(({ other }) => other.id));
  return {
    ...state,
    items: state.items.map((item) => shown.get(item.id) ?? item),
    aside: [...state.aside.filter(({ id }) => !hidden.has(id)), ...moves.map(({ item }) => item)],
    current: state.current === null ? null : (shown.get(state.current)?.id ?? state.current),
    waiting: state.waiting.filter((id) => !shown.has(id)),
  };
}

/** Crops or turns the result of a picture from now on, as a step of the history. */
export function finishedBy(state: State, id: string, geometry: Geometry): State {
  const { now } = state.history;
  const after = { ...now.after, [id]: isUnchanged(geometry) ? null : geometry };
  return { ...state, history: record(state.history, { ...now, after }) };
}
