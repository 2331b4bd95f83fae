import { useCallback, useEffect, useRef, useState } from 'react';
import type { Prompt } from '../../engine/adapters/adapter.ts';
import type { Facts, Mask } from '../../engine/types.ts';
import type { Session } from '../session.ts';
import type { Item } from '../state/state.ts';
import type { Point } from '../view/zoom.ts';
import type { Refinement } from './clicks.ts';
import { isObject, outlineClick } from './jobs.ts';

/** Time for which the pointer rests before its object is outlined. */
const REST_MS = 60;

type HintInput = {
  readonly session: Session | null;
  readonly item: Item | null;
  /** Embedding of the picture; null until it is computed. */
  readonly embedded: Facts | null;
  /** Whether selections that are background are not outlined. */
  readonly objectsOnly: boolean;
  /** What a click there would refine; null for nothing. */
  readonly refinementOf: (prompt: Prompt) => Refinement | null;
  /** Changes whenever an outline no longer applies: a mask was edited, or a run started. */
  readonly moment: unknown;
};

type Hint = {
  /** The object that a click would select, reduced; null for none. */
  readonly hint: Mask | null;
  /** Reports where the pointer is, in pixels of the picture; null outside of it. */
  readonly hover: (at: Point | null) => void;
};

/**
 * Outlines the object under the pointer. One outline is computed at a time: meanwhile only the last position counts, so
 * that a click never waits for more than one.
 */
export function useHint({ session, item, embedded, objectsOnly, refinementOf, moment }: HintInput): Hint {
  const [hint, setHint] = useState<Mask | null>(null);
  const next = useRef<Point | null>(null);
  const isRunning = useRef(false);
  const timer = useRef(0);
  const info = item?.info ?? null;

  const run = useCallback(async () => {
    const at = next.current;
    if (isRunning.current || !at || !session || !item || !info || !embedded) return;
    isRunning.current = true;
    const picture = { id: item.id, file: item.file, size: info };
    const prompt = { points: [{ ...at, inside: true }], box: null };
    const mask = await outlineClick(session, { picture, embedded, prompt, refinement: refinementOf(prompt) });
    isRunning.current = false;
    if (next.current === at) setHint(mask && (!objectsOnly || isObject(mask)) ? mask : null);
    else latest.current();
  }, [session, item, info, embedded, objectsOnly, refinementOf]);
  const latest = useRef<() => void>(() => {});
  useEffect(() => {
    latest.current = () => void run();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outline belongs to one moment of one picture
  useEffect(() => {
    next.current = null;
    setHint(null);
  }, [item?.id, moment]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const hover = useCallback((at: Point | null) => {
    next.current = at;
    window.clearTimeout(timer.current);
    if (at) timer.current = window.setTimeout(() => latest.current(), REST_MS);
    else setHint(null);
  }, []);
  return { hint, hover };
}
