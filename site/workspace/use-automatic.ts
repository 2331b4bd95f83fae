import { useCallback, useEffect, useRef, useState } from 'react';
import { startsByItself, storeStartsByItself } from './automatic-setting.ts';
import type { MaskControl } from './mask/use-mask.ts';
import { isMetered } from './metered.ts';
import type { Outlook } from './outlook.ts';
import { type Held, missingBytes } from './parts/use-held.ts';
import type { Session } from './session.ts';
import type { MaskEdit } from './state/edits.ts';
import { editsOf, isBeingDone, isOutdated, optionsOf } from './state/state.ts';
import type { Options } from './tool.ts';
import type { Workspace } from './use-workspace.ts';

/** What a run was started by: the visitor, a picture that opened, a change of its mask, or one of its options. */
export type Cause = 'visitor' | 'opened' | 'mask' | 'options';

export type Automatic = {
  /** Whether tools start when a picture opens; the visitor can turn that off. */
  readonly on: boolean;
  readonly set: (on: boolean) => void;
  /** Whether the picture on show is about to be worked on. */
  readonly due: boolean;
};

type AutomaticInput = {
  readonly mask: MaskControl;
  readonly outlook: Outlook;
  /** The networks of the settings; null until it is known which of them are stored. */
  readonly held: readonly Held[] | null;
  /** Called before each run that starts by itself. */
  readonly onStart: (cause: Cause) => void;
};

/** Pause after a change of options before they are applied: a slider that is dragged changes them many times. */
const PAUSE_MS = 400;

/** Batches of up to this many pictures start as a whole, where the device has this much memory. */
const MAX_WHOLE_BATCH = 4;
const MIN_WHOLE_BATCH_GB = 8;

/**
 * Starts runs without a press: when a picture opens in an automatic tool, when its mask changes, when its options change
 * and are applied quickly, and after each stroke where a stroke is the request. Settings that change during such a run
 * start it again. Nothing is downloaded over a metered connection until the visitor presses “Generate”.
 */
export function useAutomatic(workspace: Workspace, { mask, outlook, held, onStart }: AutomaticInput): Automatic {
  const { tool, session, state, item, stale, generate, restart } = workspace;
  const [on, setOn] = useState(startsByItself);
  /** Ids of pictures that were worked on, by whatever cause, and the edits of each that were seen. */
  const started = useRef(new Set<string>());
  const seen = useRef(new Map<string, object | null>());
  const { running } = state;
  const id = item?.id ?? '';
  if (running) started.current.add(running.id);
  const drawn = item ? editsOf(state.history.now, id) : null;
  const opens = tool.automatic && on && item?.result === null && !started.current.has(id);
  const mayStart =
    item?.info != null &&
    !item.error &&
    session !== null &&
    !mask.changing &&
    mask.searched &&
    !outlook.wantsMask &&
    held !== null &&
    (!isMetered() || missingBytes(held) === 0);

  const options = optionsOf(state.history.now, id);
  /** The last options of each picture with which it was seen or worked on: a run that was cancelled does not start again. */
  const applied = useRef(new Map<string, Options>());
  if (running?.settings) applied.current.set(running.id, optionsOf(running.settings, running.id));
  const hasNewOptions = item !== null && isOutdated(state, item) && options !== (applied.current.get(id) ?? options);
  if (item && !applied.current.has(id)) applied.current.set(id, options);
  const applies = tool.automatic && on && hasNewOptions && state.items.length === 1 && mayStart && !running;
  const applyNow = applies && outlook.quick && missingBytes(held) === 0;

  useEffect(() => {
    if (!item?.info || !mask.searched) return;
    if (opens) {
      if (!mayStart || running) return;
      started.current.add(id);
      seen.current.set(id, drawn);
      onStart('opened');
      return generate(state.items.length > 1 && !isRoomy(session, state.items.length) ? [id] : undefined);
    }
    if (!seen.current.has(id)) seen.current.set(id, drawn);
    if (!mayStart || running || seen.current.get(id) === drawn) return;
    seen.current.set(id, drawn);
    const follows = tool.automatic && on;
    if (!drawn || !(follows || (mask.eachStroke && isRequest(drawn.last))) || !(stale || !item.result)) return;
    onStart('mask');
    generate([id]);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of options begins the pause again
  useEffect(() => {
    if (!applyNow) return;
    const timer = setTimeout(() => {
      onStart('options');
      generate([id]);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [applyNow, id, options, onStart, generate]);

  const wrong = running?.id === id && running.settings !== null && !running.cancelling && !isBeingDone(state, id);
  const restarts = wrong && tool.automatic && on && state.items.length === 1;
  useEffect(() => {
    if (restarts) restart(id);
  }, [restarts, restart, id]);

  return {
    on,
    set: useCallback((next: boolean) => {
      storeStartsByItself(next);
      setOn(next);
    }, []),
    due: opens && !item?.error,
  };
}

/** Whether an edit marks something that the visitor wants changed, such as a stroke; other edits prepare a mask. */
function isRequest(edit: MaskEdit): boolean {
  switch (edit.kind) {
    case 'stroke':
    case 'lasso':
    case 'rectangle':
    case 'selected':
      return edit.mode === 'add';
    default:
      return false;
  }
}

/** Whether a batch of this size can start as a whole. */
const isRoomy = (session: Session | null, count: number): boolean =>
  count <= MAX_WHOLE_BATCH && !session?.device.mobile && (session?.device.memoryGb ?? 0) >= MIN_WHOLE_BATCH_GB;
