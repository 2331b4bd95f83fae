import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { planName } from '../engine/capability/durations.ts';
import type { ToolError } from '../engine/errors.ts';
import type { Progress, Values } from '../engine/types.ts';
import { referenceMsOf } from './attempts.ts';
import type { Draft } from './drafts/draft.ts';
import { createRasters, type Rasters } from './mask/raster.ts';
import { useSettled } from './mask/use-settled.ts';
import { rememberPlan, stopwatch } from './pace.ts';
import { firstAttempt } from './picture-request.ts';
import { isPreviewQuick, PREVIEW_SIDE_PX } from './preview-cost.ts';
import type { PictureResult } from './run-attempt.ts';
import { runTool } from './run-tool.ts';
import type { Session } from './session.ts';
import { type Action, reduce } from './state/reduce.ts';
import {
  currentItem,
  type Item,
  idsToQueue,
  initialState,
  isStale,
  type Phase,
  phaseOf,
  type Settings,
  type State,
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
  /** Further pictures that options need. */
  readonly setPicture: (field: string, file: File | null) => void;
  readonly pictures: { readonly [field: string]: File };
  readonly kept: (id: string) => Values;
  readonly together: Together;
  readonly rasters: Rasters;
};

type Kept = { readonly key: string; readonly values: Values };

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
  const keptValues = useRef(new Map<string, Kept>());
  const pictures = useRef<{ readonly [field: string]: File }>(draft?.pictures ?? {});
  const [rasters] = useState(createRasters);

  const together = useTogether({ tool, latest, dispatch });

  const keptOf = useCallback(
    (id: string): Values => {
      const found = keptValues.current.get(id);
      const { options } = latest.current.history.now;
      const foundValues = found && found.key === keyOf(tool, options, limitOf(latest.current, id)) ? found.values : {};
      return { ...foundValues, ...together.valuesOf(id) };
    },
    [tool, together],
  );

  const item = currentItem(state);
  const settled = useSettled({ session, item, settings: state.history.now, rasters });
  useOpening({ session, item, dispatch, opening });

  const work = useCallback(
    async (id: string, running: Session) => {
      const controller = new AbortController();
      stop.current = controller;
      const clock = stopwatch(() => performance.now());
      const watch = {
        signal: controller.signal,
        onProgress: (progress: Progress) => {
          clock.at(progress);
          dispatch({ kind: 'progress', id, progress });
        },
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
        pictures: pictures.current,
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
      const first = firstAttempt(tool, running, request);
      const expectedMs = first.ok ? referenceMsOf(first.value, running) : 0;
      // Pictures of a batch that are not shown need no preview.
      if (latest.current.current === id && isPreviewQuick({ tool, session: running }, request)) {
        const quick = { ...request, kept: {}, preview: PREVIEW_SIDE_PX };
        const preview = await runTool({ tool, session: running }, quick, { signal: controller.signal });
        if (preview.ok && preview.value.pixels) dispatch({ kind: 'previewed', id, preview: preview.value.pixels });
      }
      const before = clock.ms();
      const outcome = await runTool({ tool, session: running }, { ...request, output }, watch);
      if (!outcome.ok) return end(outcome.error);
      const { encoded, base, notes, backend, ms, retries } = outcome.value;
      keep(keptValues.current, id, {
        key: keyOf(tool, settings.options, found.limit),
        values: keptBy(outcome.value, keptOf(id)),
      });
      if (!encoded) return end({ code: 'job.failed', details: 'The result was not encoded.' });
      const { file, pixels: stored } = encoded;
      if (!file.ok) return end(file.error);
      if (first.ok && retries === 0)
        rememberPlan(planName(first.value.plan.steps), { expectedMs, ms: clock.ms() - before });
      const { width, height } = stored;
      const result = {
        width,
        height,
        blob: file.value,
        stored,
        base,
        settings,
        output,
        notes,
        backend,
        ms,
        saved: false,
      };
      dispatch({ kind: 'finished', id, result });
    },
    [tool, keptOf, rasters, together],
  );

  useEffect(() => {
    const [next] = state.waiting;
    if (!session || state.running || next === undefined) return;
    dispatch({ kind: 'start', id: next });
    void work(next, session);
  }, [session, state.running, state.waiting, work]);
  useEffect(() => () => stop.current?.abort(), []);
  useEncoding({ session, state, dispatch });
  const [, setTurn] = useState(0);
  const learn = useCallback(
    (id: string, values: Values) => {
      const key = keyOf(tool, latest.current.history.now.options, limitOf(latest.current, id));
      keep(keptValues.current, id, { key, values: { ...keptOf(id), ...values } });
      setTurn((turn) => turn + 1);
    },
    [tool, keptOf],
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
        keptValues.current.clear();
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
        const { [field]: _, ...others } = pictures.current;
        pictures.current = file ? { ...others, [field]: file } : others;
        const { options } = latest.current.history.now;
        const id = file ? `${file.name}:${file.size}:${file.lastModified}` : '';
        dispatch({ kind: 'set', options: { ...options, [field]: id }, subject: null });
      },
    };
  }, [onEvent]);

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
    pictures: pictures.current,
    kept: keptOf,
    together,
    rasters,
  };
}

/** Key of kept values: the size of the work and the options that the tool names. */
const keyOf = (tool: ToolWork, options: Options, limit: number | null): string => `${limit} ${tool.keptFor(options)}`;

const limitOf = ({ items }: State, id: string) => items.find((item) => item.id === id)?.limit ?? null;

const keptBy = (result: PictureResult, before: Values): Values => ({ ...before, ...result.kept });

/** Maximum number of pictures whose values are kept. */
const MAX_KEPT = 2;

function keep(kept: Map<string, Kept>, id: string, value: Kept): void {
  kept.delete(id);
  kept.set(id, value);
  for (const old of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(old);
}
