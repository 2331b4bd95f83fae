import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Values } from '../engine/types.ts';
import type { Draft } from './drafts/draft.ts';
import { furtherPictures, type OptionFiles, valueOfFile } from './further-pictures.ts';
import { createKeptValues, keptKey } from './kept-values.ts';
import { createRasters, type Rasters } from './mask/raster.ts';
import { useSettled } from './mask/use-settled.ts';
import { createRunProgress, type RunProgress } from './run-progress.ts';
import type { Session } from './session.ts';
import { type Action, reduce } from './state/reduce.ts';
import {
  currentItem,
  type Item,
  idsToQueue,
  initialState,
  isStale,
  optionsOf,
  outputOf,
  type Phase,
  phaseOf,
  type Settings,
  type State,
} from './state/state.ts';
import type { Options, ToolWork } from './tool.ts';
import { useRun } from './use-run.ts';
import { type Together, useTogether } from './use-together.ts';
import { useEncoding, useMeasuring, useOpening } from './use-worker-help.ts';

/** Events that the site counts. */
export type WorkspaceEvent = 'select' | 'generate' | 'download';

export type WorkspaceInput = {
  readonly tool: ToolWork;
  /** Null until it has started. */
  readonly session: Session | null;
  readonly onEvent: (event: WorkspaceEvent) => void;
  /** Work of an earlier visit from which the workspace continues. */
  readonly draft: Draft | null;
};

export type Workspace = {
  readonly tool: ToolWork;
  readonly session: Session | null;
  readonly state: State;
  readonly item: Item | null;
  readonly phase: Phase;
  /** Whether the displayed result has other settings. */
  readonly stale: boolean;
  /** Settings for display and estimates: those of `state`, or the earlier ones while a large mask is computed. */
  readonly settled: Settings;
  readonly dispatch: (action: Action) => void;
  readonly add: (files: readonly File[]) => void;
  readonly replace: (files: readonly File[]) => void;
  /** Works on these pictures; without ids on the one on show, or with several on all that need it. */
  readonly generate: (ids?: readonly string[]) => void;
  /** Cancels the run of a picture and starts it again with the settings on show. */
  readonly restart: (id: string) => void;
  readonly cancel: () => void;
  /** Removes a picture, and ends the work on it. */
  readonly remove: (id: string) => void;
  /** Shows a preview of the picture before its mask is searched, where the result takes long. */
  readonly previewOf: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Hides the preview of a picture in which there is nothing to do. */
  readonly dropPreview: (id: string) => void;
  /** Chooses a further picture that an option needs. */
  readonly setPicture: (field: string, file: File | null) => void;
  /** The further pictures of the picture on show, by the name of their field. */
  readonly pictures: { readonly [field: string]: File };
  /** All files that were chosen for options. */
  readonly files: OptionFiles;
  /** The options of the picture on show. */
  readonly options: Options;
  readonly kept: (id: string) => Values;
  readonly together: Together;
  /** Progress of the run that `state.running` names. */
  readonly progress: RunProgress;
  readonly rasters: Rasters;
};

/** The state of a tool's workspace, joined with the engine. */
export function useWorkspace({ tool, session, onEvent, draft }: WorkspaceInput): Workspace {
  const [state, dispatch] = useReducer(
    reduce,
    tool,
    ({ fields, transparent }) => draft?.state ?? initialState(fields, transparent ? 'image/png' : null),
  );
  const latest = useRef(state);
  latest.current = state;
  const stop = useRef<AbortController | null>(null);
  const opening = useRef(new Set<string>());
  const files = useRef<OptionFiles>(draft?.pictures ?? {});
  const [rasters] = useState(createRasters);
  const [keptValues] = useState(createKeptValues);
  const [progress] = useState(createRunProgress);

  const together = useTogether({ tool, latest, dispatch });

  const currentKey = useCallback(
    (id: string): string => {
      const { items, history } = latest.current;
      const { limit = null } = items.find((candidate) => candidate.id === id) ?? {};
      return keptKey(tool, optionsOf(history.now, id), limit);
    },
    [tool],
  );
  const keptOf = useCallback(
    (id: string): Values => ({ ...keptValues.of(id, currentKey(id)), ...together.valuesOf(id) }),
    [keptValues, currentKey, together],
  );

  const item = currentItem(state);
  const options = optionsOf(state.history.now, item?.id ?? '');
  const settled = useSettled({ session, item, settings: state.history.now, rasters });
  useOpening({ session, item, dispatch, opening });

  const { requestFor, showPreview, run } = useRun({
    tool,
    latest,
    files,
    stop,
    rasters,
    together,
    keptValues,
    keptOf,
    progress,
    dispatch,
  });

  useEffect(() => {
    const [next] = state.waiting;
    if (!session || state.running || next === undefined) return;
    progress.start(next);
    dispatch({ kind: 'start', id: next });
    void run(next, session);
  }, [session, state.running, state.waiting, run, progress]);
  useEffect(() => () => stop.current?.abort(), []);
  useEncoding({ session, state, dispatch });
  const previewOf = useCallback(
    async (opened: Item, signal: AbortSignal) => {
      if (session)
        await showPreview(session, { ...requestFor(opened), output: outputOf(latest.current, opened) }, signal);
    },
    [session, requestFor, showPreview],
  );
  const dropPreview = useCallback((id: string) => dispatch({ kind: 'previewed', id, preview: null }), []);
  const [, setTurn] = useState(0);
  const learn = useCallback(
    (id: string, values: Values) => {
      keptValues.set(id, currentKey(id), { ...keptOf(id), ...values });
      setTurn((turn) => turn + 1);
    },
    [keptValues, currentKey, keptOf],
  );
  useMeasuring({ tool, session, item, settings: state.history.now, rasters, learn });

  const actions = useMemo(() => {
    const cancel = () => {
      dispatch({ kind: 'cancel' });
      stop.current?.abort();
    };
    const named = (files: readonly File[]) => files.map((file) => ({ id: crypto.randomUUID(), file }));
    return {
      add: (files: readonly File[]) => {
        if (files.length === 0) return;
        dispatch({ kind: 'add', pictures: named(files) });
        onEvent('select');
      },
      replace: (files: readonly File[]) => {
        if (files.length === 0) return;
        stop.current?.abort();
        keptValues.clear();
        dispatch({ kind: 'replace', pictures: named(files) });
        onEvent('select');
      },
      generate: (requested?: readonly string[]) => {
        const ids = requested ?? idsToQueue(latest.current);
        // Pictures that are queued or running are not queued again.
        if (ids.length === 0) return;
        dispatch({ kind: 'queue', ids });
        onEvent('generate');
      },
      cancel,
      remove: (id: string) => {
        if (latest.current.running?.id === id) stop.current?.abort();
        dispatch({ kind: 'remove', id });
      },
      restart: (id: string) => {
        cancel();
        dispatch({ kind: 'queue', ids: [id] });
      },
      setPicture: (field: string, file: File | null) => {
        const { history, current } = latest.current;
        const id = current ?? '';
        const value = file ? valueOfFile(file) : '';
        if (file) files.current = { ...files.current, [value]: file };
        dispatch({ kind: 'set', id, options: { ...optionsOf(history.now, id), [field]: value }, subject: null });
      },
    };
  }, [onEvent, keptValues]);

  return {
    tool,
    session,
    state,
    item,
    phase: phaseOf(state, item),
    stale: item !== null && isStale(state, item),
    settled,
    dispatch,
    ...actions,
    previewOf,
    dropPreview,
    pictures: furtherPictures(tool, options, files.current),
    files: files.current,
    options,
    kept: keptOf,
    together,
    progress,
    rasters,
  };
}
