import type { Edits, MaskEdit } from '../state/edits.ts';
import type { Item, Result, Settings, State } from '../state/state.ts';
import { itemOf } from '../state/versions.ts';

/** A tool's work in progress: pictures, masks, settings, finished results, and the pictures that wait for a run. */
export type Draft = {
  readonly state: State;
  /** Files that were chosen for options, by the value of those options. */
  readonly pictures: { readonly [field: string]: File };
};

/** A large value, which is stored by itself and only once: a picture, a result, a piece of a mask. */
export type Part = Blob | Uint8Array<ArrayBuffer>;

type PackedSettings = Omit<Settings, 'edits'> & { readonly edits: { readonly [id: string]: number | null } };
/** `data`: key of the piece of a mask. `before`: index of the step below. */
type PackedEdit = { readonly edit: object; readonly data: string | null; readonly before: number | null };
type PackedResult = Omit<Result, 'blob' | 'stored' | 'base' | 'settings'> & {
  readonly blob: string;
  readonly settings: PackedSettings;
};
type PackedItem = Pick<Item, 'id' | 'origin' | 'folder' | 'geometry' | 'limit'> & {
  readonly file: string;
  /** Earlier releases stored none: they chose one format for all pictures. */
  readonly type?: Item['type'];
  readonly result: PackedResult | null;
};

/** A draft without its parts, which it names by their keys. Flat: a mask of thousands of steps is no deep tree. */
export type PackedDraft = Pick<State, 'current' | 'output'> & {
  readonly items: readonly PackedItem[];
  readonly aside: readonly PackedItem[];
  /** Ids of the picture whose run was under way, and of those that waited for it; earlier releases stored none. */
  readonly waiting?: readonly string[];
  /** Earlier releases stored none. */
  readonly requested?: boolean;
  readonly history: {
    readonly past: readonly PackedSettings[];
    readonly now: PackedSettings;
    readonly future: readonly PackedSettings[];
  };
  readonly edits: readonly PackedEdit[];
  readonly pictures: { readonly [field: string]: string };
};

/**
 * A draft as plain data. `keyOf` assigns keys to its parts. Earlier results and pixels for another format are
 * excluded: another run creates them. A run under way starts again.
 */
export function packDraft({ state, pictures }: Draft, keyOf: (part: Part) => string): PackedDraft {
  const edits: PackedEdit[] = [];
  const indices = new Map<Edits, number>();
  const indexOf = (last: Edits | null): number | null => {
    const open: Edits[] = [];
    for (let at = last; at && !indices.has(at); at = at.before) open.push(at);
    for (const one of open.reverse()) {
      const { data = null, ...edit } = one.last as { readonly data?: Uint8Array<ArrayBuffer> };
      const before = one.before ? (indices.get(one.before) ?? null) : null;
      indices.set(one, edits.length);
      edits.push({ edit, data: data && keyOf(data), before });
    }
    return last ? (indices.get(last) ?? null) : null;
  };
  const ids = new Set([...state.items, ...state.aside].map(({ id }) => id));
  const packed = ({ edits: drawn, ...settings }: Settings): PackedSettings => {
    const editsOfItems = Object.entries(drawn).filter(([id]) => ids.has(id));
    return { ...settings, edits: Object.fromEntries(editsOfItems.map(([id, last]) => [id, indexOf(last)])) };
  };
  const packedItem = ({ id, origin, folder, geometry, limit, file, type, result }: Item): PackedItem => ({
    id,
    origin,
    folder,
    geometry,
    limit,
    file: keyOf(file),
    type,
    result: result && packedResult(result, packed, keyOf),
  });
  const { past, now, future } = state.history;
  const { running } = state;
  return {
    current: state.current,
    output: state.output,
    items: state.items.map(packedItem),
    aside: state.aside.map(packedItem),
    waiting: running && !running.cancelling ? [running.id, ...state.waiting] : state.waiting,
    requested: state.requested,
    history: { past: past.map(packed), now: packed(now), future: future.map(packed) },
    edits,
    pictures: Object.fromEntries(Object.entries(pictures).map(([field, file]) => [field, keyOf(file)])),
  };
}

function packedResult(
  { blob, stored: _stored, base: _base, settings, ...result }: Result,
  packed: (settings: Settings) => PackedSettings,
  keyOf: (part: Part) => string,
): PackedResult {
  return { ...result, blob: keyOf(blob), settings: packed(settings) };
}

/** Restores a draft from its plain data and parts; null if a part is missing. Pictures must be read again. */
export function unpackDraft(packed: PackedDraft, parts: ReadonlyMap<string, Part>): Draft | null {
  let complete = true;
  const partOf = <T extends Part>(key: string): T => {
    const part = parts.get(key);
    if (!part) complete = false;
    return part as T;
  };
  const steps: Edits[] = [];
  for (const { edit, data, before } of packed.edits) {
    const below = before === null ? null : (steps[before] ?? null);
    const last = (data === null ? edit : { ...edit, data: partOf(data) }) as MaskEdit;
    steps.push({ last, before: below, count: (below?.count ?? 0) + 1 });
  }
  const unpacked = ({ edits, ...settings }: PackedSettings): Settings => ({
    ...settings,
    edits: Object.fromEntries(
      Object.entries(edits).map(([id, index]) => [id, index === null ? null : (steps[index] ?? null)]),
    ),
  });
  const { past, now, future } = packed.history;
  const unpackedItem = ({ id, origin, folder, geometry, limit, file, type = null, result }: PackedItem): Item => {
    const restored: Result | null = result && {
      ...result,
      blob: partOf<Blob>(result.blob),
      stored: null,
      base: null,
      settings: unpacked(result.settings),
    };
    const item = { ...itemOf({ id, file: partOf<File>(file), folder }), origin, geometry, limit, type };
    return { ...item, result: restored, results: restored ? [restored] : [] };
  };
  const items = packed.items.map(unpackedItem);
  const aside = packed.aside.map(unpackedItem);
  const history = { past: past.map(unpacked), now: unpacked(now), future: future.map(unpacked), subject: null };
  const { current, output, waiting = [], requested = false } = packed;
  const pictures = Object.fromEntries(
    Object.entries(packed.pictures).map(([field, key]) => [field, partOf<File>(key)]),
  );
  if (!complete) return null;
  return { state: { items, aside, current, history, output, running: null, waiting, requested }, pictures };
}
