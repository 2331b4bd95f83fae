import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ToolError } from '../engine/errors.ts';
import type { Progress, Values } from '../engine/types.ts';
import type { Draft } from './drafts/draft.ts';
import { furtherPictures, type OptionFiles, valueOfFile } from './further-pictures.ts';
import { createKeptValues, keptKey } from './kept-values.ts';
import { createRasters, type Rasters } from './mask/raster.ts';
import { useSettled } from './mask/use-settled.ts';
import { isSvg } from './names.ts';
import { quickPreview } from './preview-cost.ts';
import { createRunProgress, type RunProgress } from './run-progress.ts';
import { runTool } from './run-tool.ts';
import type { Session } from './session.ts';
import { type Action, reduce } from './state/reduce.ts';
import {
  afterOf,
  currentItem,
  type Item,
  idsToQueue,
  initialState,
  isStale,
  optionsOf,
  type Phase,
  phaseOf,
  type Settings,
  type State,
  sizeOfFile,
} from './state/state.ts';
import { firstEdit } from './suggestion.ts';
import type { Options, ToolWork } from './tool.ts';
import { type Together, useTogether } from './use-together.ts';
import { opened, useEncoding, useMeasuring, useOpening } from './use-worker-help.ts';

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

  const work = useCallback(
    async (id: string, running: Session) => {
      const controller = new AbortController();
      stop.current = controller;
      const watch = {
        signal: controller.signal,
        onProgress: (report: Progress) => progress.report(id, report),
      };
      const end = (error: ToolError) => {
        // The last result, which this run began with, is gone: the next run begins with the picture.
        if (error.code === 'file.unreadable') dispatch({ kind: 'lost', id });
        dispatch({ kind: 'ended', id, error });
      };
      const found = latest.current.items.find((candidate) => candidate.id === id);
      if (!found) return dispatch({ kind: 'ended', id, error: { code: 'job.cancelled' } });
      const ready = await opened(running, found, { watch, dispatch });
      if (!ready.ok) return end(ready.error);
      const currentRequest = () => ({
        item: ready.value,
        settings: latest.current.history.now,
        pictures: furtherPictures(tool, optionsOf(latest.current.history.now, id), files.current),
        kept: keptOf(id),
        preview: null,
        rasters,
      });
      // With several pictures, only those that were shown have been searched.
      if (latest.current.items.length > 1) {
        await together.search(running, ready.value, watch);
        const full = { ...currentRequest(), item: { ...ready.value, limit: null } };
        const first = await firstEdit({ tool, session: running }, full, watch);
        if (!first.ok) return end(first.error);
        const edit = first.value;
        if (edit) flushSync(() => dispatch({ kind: 'edit', id, edit }));
      }
      const { output } = latest.current;
      const request = currentRequest();
      const { settings } = request;
      dispatch({ kind: 'began', id, settings });
      // Pictures of a batch that are not shown need no preview.
      const isShown = latest.current.current === id;
      const quick = isShown ? quickPreview({ tool, session: running }, { ...request, output }) : null;
      if (quick) {
        const preview = await runTool({ tool, session: running }, quick, { signal: controller.signal });
        if (preview.ok && preview.value.pixels) dispatch({ kind: 'previewed', id, preview: preview.value.pixels });
      }
      const outcome = await runTool({ tool, session: running }, { ...request, output }, watch);
      if (!outcome.ok) return end(outcome.error);
      const { encoded, base, notes, backend, ms } = outcome.value;
      keptValues.set(id, keptKey(tool, optionsOf(settings, id), found.limit), { ...keptOf(id), ...outcome.value.kept });
      if (!encoded) return end({ code: 'job.failed', details: 'The result was not encoded.' });
      const { file, pixels: stored } = encoded;
      if (!file.ok) return end(file.error);
      const geometry = isSvg(file.value) ? null : afterOf(settings, id);
      const { width, height } = sizeOfFile(stored, geometry);
      const result = {
        width,
        height,
        blob: file.value,
        stored,
        base,
        geometry,
        settings,
        output,
        notes,
        backend,
        ms,
        saved: false,
      };
      dispatch({ kind: 'finished', id, result });
    },
    [tool, keptOf, keptValues, rasters, together, progress],
  );

  useEffect(() => {
    const [next] = state.waiting;
    if (!session || state.running || next === undefined) return;
    progress.start(next);
    dispatch({ kind: 'start', id: next });
    void work(next, session);
  }, [session, state.running, state.waiting, work, progress]);
  useEffect(() => () => stop.current?.abort(), []);
  useEncoding({ session, state, dispatch });
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
    pictures: furtherPictures(tool, options, files.current),
    files: files.current,
    options,
    kept: keptOf,
    together,
    progress,
    rasters,
  };
}
