import { createStore, delMany, getMany, keys, setMany, type UseStore } from 'idb-keyval';
import {
  type PackedDraft as PackedPictures,
  type Part,
  type Draft as PictureDraft,
  packDraft,
  unpackDraft,
} from './draft.ts';
import { draftOfTab, keepsDrafts, setDraftOfTab, setMayHaveDrafts } from './setting.ts';
import { type PackedVideo, packVideo, unpackVideo, type VideoDraft } from './video-draft.ts';

/** A tool's work in progress. */
export type Draft = PictureDraft | VideoDraft;
type PackedDraft = PackedPictures | PackedVideo;

/** Drafts expire after this time, counted from their last change. The privacy page states it. */
const EXPIRY_MS = 24 * 3600 * 1000;

/** Larger drafts, such as long batches, are not stored: a device should not fill up unasked. */
const MAX_DRAFT_BYTES = 512e6;

/** Time in which the lock of a page that is being reloaded becomes free. */
const CLAIM_MS = 500;

/** Number of the format of `PackedDraft`: drafts of other formats, written by other releases of the site, are deleted. */
const DRAFT_FORMAT = 3;

type DraftRecord = {
  readonly format: typeof DRAFT_FORMAT;
  readonly tool: string;
  readonly savedAt: number;
  readonly packed: PackedDraft;
};

/** A draft that this page holds. `parts` have been stored under their keys. */
export type OpenDraft = {
  readonly id: string;
  readonly draft: Draft;
  readonly parts: ReadonlyMap<string, Part>;
  /** Releases it to other pages. */
  readonly release: () => void;
};

/** A stored draft that the visitor may continue with. This page holds it until it is released. */
export type DraftOffer = {
  readonly id: string;
  readonly kind: 'pictures' | 'video';
  /** Name of the file on show, and number of files. */
  readonly name: string;
  readonly count: number;
  /** Null if parts of it are lost. */
  readonly open: () => Promise<OpenDraft | null>;
  readonly discard: () => Promise<void>;
  readonly release: () => void;
};

let opened: UseStore | null = null;
/** Records under the id of the draft, parts under `id/number`. */
const drafts = (): UseStore => {
  opened ??= createStore('drafts', 'parts');
  return opened;
};

const idOf = (key: string): string => key.split('/')[0] as string;

/** Holds a draft for this page until it is released or the page is gone; null where another page holds it. */
function claim(id: string, waitMs: number): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    locks
      .request(`draft ${id}`, { signal: AbortSignal.timeout(waitMs) }, () => new Promise<void>((free) => resolve(free)))
      .catch(() => resolve(null));
  });
}

async function idsHeld(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace(/^draft /, '')));
}

async function recordsIn(all: readonly string[]): Promise<readonly (readonly [id: string, record: DraftRecord])[]> {
  const ids = all.filter((key) => key === idOf(key));
  const records = await getMany<DraftRecord>(ids, drafts());
  return ids.map((id, index) => [id, records[index] as DraftRecord]);
}

/** Deletes drafts that no page holds: all that are to go, and parts without a record. Resolves with the others. */
async function removeWhere(mustGo: (record: DraftRecord, id: string) => boolean) {
  const all = await keys<string>(drafts());
  const records = await recordsIn(all);
  const claimedIds = await idsHeld();
  const rest = records.filter(([id, record]) => claimedIds.has(id) || !mustGo(record, id));
  const stay = new Set([...claimedIds, ...rest.map(([id]) => id)]);
  await delMany(
    all.filter((key) => !stay.has(idOf(key))),
    drafts(),
  );
  setMayHaveDrafts(stay.size > 0);
  return rest;
}

async function remove(id: string): Promise<void> {
  const all = await keys<string>(drafts());
  await delMany(
    all.filter((key) => idOf(key) === id),
    drafts(),
  );
}

/** Deletes all drafts, also those of open pages. Never rejects. */
export async function removeAllDrafts(): Promise<void> {
  await keys<string>(drafts())
    .then((all) => delMany(all, drafts()))
    .catch(() => undefined);
  setMayHaveDrafts(false);
}

/**
 * The draft of a tool that was in this tab, or the latest one that no other page holds; null without one. Deletes expired drafts.
 * Never rejects.
 */
export async function findDraft(tool: string, now: number): Promise<DraftOffer | null> {
  try {
    const rest = await removeWhere(({ savedAt, format }) => now - savedAt > EXPIRY_MS || format !== DRAFT_FORMAT);
    const isOffered = (record: DraftRecord) =>
      record.tool === tool && now - record.savedAt <= EXPIRY_MS && record.format === DRAFT_FORMAT;
    const draftsOfTool = rest.filter(([, record]) => isOffered(record));
    const latestFirst = draftsOfTool.toSorted(([, a], [, b]) => b.savedAt - a.savedAt);
    const own = draftOfTab(tool);
    for (const [id, { packed }] of latestFirst.toSorted(([a], [b]) => Number(b === own) - Number(a === own))) {
      const release = await claim(id, CLAIM_MS);
      if (!release) continue;
      setDraftOfTab(tool, id);
      return await offerOf({ id, packed, release });
    }
  } catch {
    // No storage, or none that can be read: nothing to offer.
  }
  return null;
}

type Claimed = { readonly id: string; readonly packed: PackedDraft; readonly release: () => void };

async function offerOf({ id, packed, release }: Claimed): Promise<DraftOffer | null> {
  const discard = async () => {
    await remove(id).catch(() => undefined);
    release();
  };
  const isVideo = 'video' in packed;
  const shown = isVideo
    ? packed.video
    : (packed.items.find(({ id }) => id === packed.current) ?? packed.items[0])?.file;
  const [file] = shown ? await getMany<File>([shown], drafts()) : [];
  if (!file) {
    await discard();
    return null;
  }
  const open = async (): Promise<OpenDraft | null> => {
    try {
      const all = (await keys<string>(drafts())).filter((key) => key !== id && idOf(key) === id);
      const values = await getMany<Part>(all, drafts());
      const parts = new Map(all.map((key, index) => [key, values[index] as Part]));
      const draft = isVideo ? unpackVideo(packed, parts) : unpackDraft(packed, parts);
      if (draft) return { id, draft, parts, release };
    } catch {
      // Treated like a draft with a lost part.
    }
    await discard();
    return null;
  };
  const kind = isVideo ? 'video' : 'pictures';
  return { id, kind, name: file.name, count: isVideo ? 1 : packed.items.length, open, discard, release };
}

/** Whether there is nothing to continue with. */
const isEmpty = (draft: Draft): boolean =>
  'settings' in draft ? draft.settings.marks.length === 0 : draft.state.items.length === 0;

/** Stores the draft of an open workspace. Failures, such as a full disk, end the storing, never the work. */
export type DraftWriter = {
  /**
   * Stores this state; a later one replaces those that are still waiting. Resolves to the id of the draft if all that was
   * requested so far is stored, else to null.
   */
  readonly save: (draft: Draft) => Promise<string | null>;
  /** Deletes the draft. */
  readonly remove: () => Promise<void>;
  /** Ends after what was requested. */
  readonly close: () => void;
};

export function createDraftWriter(tool: string, restored: OpenDraft | null): DraftWriter {
  const id = restored?.id ?? crypto.randomUUID();
  let writtenParts = new Map<Part, string>([...(restored?.parts ?? [])].map(([key, part]) => [part, key]));
  let first = restored === null;
  let maxBytes = MAX_DRAFT_BYTES;
  let next = 1 + Math.max(0, ...[...writtenParts.values()].map((key) => Number(key.split('/')[1])));
  const held = restored ? Promise.resolve(restored.release) : claim(id, CLAIM_MS);
  let isStored = false;
  let waiting: Draft | null = null;
  let queue = Promise.resolve();

  const write = async (draft: Draft) => {
    const parts = new Map<Part, string>();
    const keyOf = (part: Part) => {
      const key = parts.get(part) ?? writtenParts.get(part) ?? `${id}/${next++}`;
      parts.set(part, key);
      return key;
    };
    const packed = 'settings' in draft ? packVideo(draft, keyOf) : packDraft(draft, keyOf);
    const bytes = [...parts.keys()].reduce((sum, part) => sum + ('size' in part ? part.size : part.byteLength), 0);
    if (bytes > maxBytes) return erase();
    const newParts = [...parts].filter(([part]) => !writtenParts.has(part));
    const record: DraftRecord = { format: DRAFT_FORMAT, tool, savedAt: Date.now(), packed };
    try {
      await held;
      // The draft that this one replaces. Those of tabs that the browser has ended stay for them.
      const earlier = draftOfTab(tool);
      if (first) await removeWhere((_, other) => other === earlier);
      first = false;
      setDraftOfTab(tool, id);
      setMayHaveDrafts(true);
      await setMany([...newParts.map(([part, key]): [string, unknown] => [key, part]), [id, record]], drafts());
      const removedKeys = [...writtenParts].filter(([part]) => !parts.has(part)).map(([, key]) => key);
      writtenParts = parts;
      await delMany(removedKeys, drafts());
      isStored = true;
    } catch {
      // The disk is full, or storage is forbidden: no draft of this size is tried again.
      maxBytes = bytes - 1;
      await erase();
    }
  };
  const erase = async () => {
    isStored = false;
    if (first) return;
    writtenParts = new Map();
    await remove(id).catch(() => undefined);
  };
  const step = async () => {
    const draft = waiting;
    waiting = null;
    if (!draft) return;
    if (!keepsDrafts() || isEmpty(draft)) return erase();
    await write(draft);
    // The visitor disabled drafts in the meantime.
    if (!keepsDrafts()) await erase();
  };
  return {
    save: (draft) => {
      waiting = draft;
      queue = queue.then(step);
      return queue.then(() => (isStored ? id : null));
    },
    remove: () => {
      waiting = null;
      queue = queue.then(erase);
      return queue;
    },
    close: () => {
      queue = queue.then(async () => (await held)?.());
    },
  };
}
