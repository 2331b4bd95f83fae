import { useEffect, useMemo, useRef, useState } from 'react';
import type { Workspace } from '../use-workspace.ts';
import { keepsDrafts, setKeepsDrafts, setResumedDraft } from './setting.ts';
import { createDraftWriter, type Draft, type DraftWriter, type OpenDraft, removeAllDrafts } from './store.ts';

/** What the workspace stores of itself on this device. */
export type DraftControl = {
  readonly keeps: boolean;
  /** Turning it off deletes all drafts. */
  readonly setKeeps: (keeps: boolean) => void;
  /** Deletes this draft, since the visitor closes the work. */
  readonly forget: () => void;
  /** Lets the next page of the tool in this tab continue with this draft. Resolves to whether all of it is stored. */
  readonly passOn: () => Promise<boolean>;
};

type Stored = { readonly tool: string; readonly restored: OpenDraft | null };

type StoredPictures = Stored & {
  /** Whether the mask waits for something that ends with the page: a start that waits for it ends with it. */
  readonly awaitsMask: boolean;
};

/** Changes are stored after a pause of this length: a phone ends a tab in the background without notice. */
const SAVE_AFTER_MS = 400;

/** Stores the workspace for pictures on this device. */
export function useDraft({ state, files: pictures }: Workspace, stored: StoredPictures): DraftControl {
  const { items, history, output, current, running, waiting } = state;
  const requested = state.requested && !stored.awaitsMask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what a draft consists of; progress is not
  const draft = useMemo(
    () => ({ state: { ...state, requested }, pictures }),
    [items, history, output, current, running, waiting, requested, pictures],
  );
  return useStoredDraft(draft, { ...stored, isRunning: state.running !== null });
}

/**
 * Stores work on this device after each change; at once when the page is hidden, and when a run starts, during which a browser that
 * is short of memory ends the tab.
 */
export function useStoredDraft(
  draft: Draft,
  { tool, restored, isRunning }: Stored & { readonly isRunning: boolean },
): DraftControl {
  const [keeps, setKeeps] = useState(keepsDrafts);
  const writer = useRef<DraftWriter | null>(null);
  const latest = useRef(draft);
  latest.current = draft;
  /** Whether something changed that is not stored yet. */
  const open = useRef(false);
  const save = useRef(() => {
    if (!open.current) return;
    open.current = false;
    void writer.current?.save(latest.current);
  });
  useEffect(() => {
    const draftWriter = createDraftWriter(tool, restored);
    const now = save.current;
    writer.current = draftWriter;
    const hidden = () => document.visibilityState === 'hidden' && now();
    document.addEventListener('visibilitychange', hidden);
    document.addEventListener('freeze', now);
    window.addEventListener('pagehide', now);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      document.removeEventListener('freeze', now);
      window.removeEventListener('pagehide', now);
      now();
      writer.current = null;
      draftWriter.close();
    };
  }, [tool, restored]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause again
  useEffect(() => {
    open.current = true;
    const timer = window.setTimeout(save.current, SAVE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [draft]);

  useEffect(() => {
    if (isRunning) save.current();
  }, [isRunning]);

  return {
    keeps,
    setKeeps: (next) => {
      setKeepsDrafts(next);
      setKeeps(next);
      if (!next) void removeAllDrafts();
      void writer.current?.save(latest.current);
    },
    passOn: async () => {
      const id = (await writer.current?.save(latest.current)) ?? null;
      setResumedDraft(id);
      return id !== null;
    },
    forget: () => {
      void writer.current?.remove();
      writer.current = null;
    },
  };
}
