import { useEffect, useRef } from 'react';
import { fallbackType } from '../engine/capability/fallback-type.ts';
import type { PictureInfo, Values } from '../engine/types.ts';
import { shownFile } from '../engine/workers/shown-file.ts';
import type { Rasters } from './mask/raster.ts';
import { openItem } from './picture-request.ts';
import { encodeRequest } from './run-attempt.ts';
import { measureItem } from './run-plan.ts';
import type { Session } from './session.ts';
import { formatOf } from './state/format.ts';
import type { Action } from './state/reduce.ts';
import { afterOf, type Item, outputOf, type Settings, type State, sizeOfFile, unwritten } from './state/state.ts';
import type { ToolWork } from './tool.ts';

type Dispatch = (action: Action) => void;

const openedAction = ({ device }: Session, id: string, info: PictureInfo) => ({
  kind: 'opened' as const,
  id,
  info,
  type: formatOf(info, device.writesWebp),
});

/** Reads the header of the picture that is shown; once more after its error is dismissed. */
export function useOpening(input: {
  readonly session: Session | null;
  readonly item: Item | null;
  readonly dispatch: Dispatch;
  readonly opening: { readonly current: Set<string> };
}): void {
  const { session, item, dispatch, opening } = input;
  useEffect(() => {
    if (!session || !item || item.info || item.error || opening.current.has(item.id)) return;
    opening.current.add(item.id);
    const { id } = item;
    void openItem(session, item, { signal: new AbortController().signal }).then((outcome) => {
      opening.current.delete(id);
      if (outcome.ok) dispatch(openedAction(session, id, outcome.value));
      else dispatch({ kind: 'failed', id, error: outcome.error });
    });
  }, [session, item, dispatch, opening]);
}

const ENCODE_AFTER_MS = 250;

/** Encodes the results again, one after the other, when another format is chosen. */
export function useEncoding(input: {
  readonly session: Session | null;
  readonly state: State;
  readonly dispatch: Dispatch;
}): void {
  const { session, dispatch } = input;
  const { items, current, output, history, running } = input.state;
  // The visitor decides what to do after a failure: automatic retries would never end.
  const open = items.filter((item) => !item.error && unwritten({ output, history }, item) !== null);
  const next = open.find(({ id }) => id === current) ?? open[0];
  const result = next?.result ?? null;
  const id = next?.id ?? null;
  const original = next?.file ?? null;
  const geometry = next ? afterOf(history.now, next.id) : null;
  const hasAlpha = next?.info?.hasAlpha ?? true;
  const type = next?.type ?? null;
  useEffect(() => {
    if (!session || !result || !original || id === null || running) return;
    const { stored: pixels } = result;
    if (!pixels) return;
    const controller = new AbortController();
    const { signal } = controller;
    const wanted = outputOf({ output }, { type });
    const timer = window.setTimeout(async () => {
      const encoded = await session.engine.encode({ pixels, ...encodeRequest(wanted, original, geometry) }, { signal });
      if (encoded.ok) await shownFile(encoded.value);
      if (signal.aborted) return;
      if (encoded.ok) {
        const { width, height } = sizeOfFile(pixels, geometry);
        const written = { ...result, width, height, output: wanted, geometry, blob: encoded.value, saved: false };
        return dispatch({ kind: 'finished', id, result: written });
      }
      const { error } = encoded;
      if (error.code === 'file.unreadable') return dispatch({ kind: 'lost', id });
      if (error.code !== 'output.encode') return dispatch({ kind: 'failed', id, error });
      const fallback = { ...wanted, type: fallbackType(wanted.type, !hasAlpha) };
      dispatch({ kind: 'unwritable', id, output: wanted, fallback, error });
    }, ENCODE_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [session, id, original, result, output, type, geometry, hasAlpha, running, dispatch]);
}

type Opening = {
  readonly watch: { readonly signal: AbortSignal };
  readonly dispatch: Dispatch;
};

/** The item with its header, which is read now unless it is known. */
export async function opened(session: Session, item: Item, { watch, dispatch }: Opening) {
  if (item.info) return { ok: true, value: item } as const;
  const outcome = await openItem(session, item, watch);
  if (!outcome.ok) return outcome;
  const action = openedAction(session, item.id, outcome.value);
  dispatch(action);
  return { ok: true, value: { ...item, info: action.info, type: item.type ?? action.type } } as const;
}

type MeasuringInput = {
  readonly tool: ToolWork;
  readonly session: Session | null;
  readonly item: Item | null;
  readonly settings: Settings;
  readonly rasters: Rasters;
  readonly learn: (id: string, values: Values) => void;
};

/** Measures a picture once when it opens, for tools that show findings. */
export function useMeasuring({ tool, session, item, settings, rasters, learn }: MeasuringInput): void {
  const tried = useRef(new Set<string>());
  useEffect(() => {
    if (!session || !item?.info || !tool.findings || tried.current.has(item.id)) return;
    tried.current.add(item.id);
    const request = { item, settings, pictures: {}, kept: {}, preview: null, rasters };
    const { id } = item;
    // A failed measurement is repeated and reported by the job itself.
    void measureItem({ tool, session }, request, { signal: new AbortController().signal }).then(
      (found) => found.ok && learn(id, found.value),
    );
  });
}
