import { useEffect, useRef, useState } from 'react';
import type { MaskControl } from './mask/use-mask.ts';
import { markedAt } from './state/edits.ts';
import { editsOf } from './state/state.ts';
import type { Cause } from './use-automatic.ts';
import type { Workspace } from './use-workspace.ts';
import type { Reveal } from './view/use-beside.ts';

type Revealing = {
  /** The result to reveal; null for none. */
  readonly sweep: Reveal | null;
  /** Whether an automatic run is under way that “Generate” would join. */
  readonly joinable: boolean;
  /** To be called before each run. */
  readonly onStart: (cause: Cause) => void;
  /**
   * What a press of “Generate” does: `start`, unless the picture's automatic run has the same settings. That run is
   * joined while it lasts, and its result is revealed once more if it has just ended.
   */
  readonly press: (start: () => void) => () => void;
};

/** The divider in the middle of the picture. */
const MIDDLE: Reveal['end'] = 50;

/** The divider at the edge: a corrected matte is seen whole. */
const WHOLE: Reveal['end'] = 0;

/**
 * Turns the view to the comparison after each wait, with one sweep over the result. The divider comes to rest on what was
 * marked last, beside the tool that marked it if the visitor did not press “Generate”.
 */
export function useReveal({ state, item, stale }: Workspace, { choice, setChoice, brushes }: MaskControl): Revealing {
  const [sweep, setSweep] = useState<Reveal | null>(null);
  const [cause, setCause] = useState<Cause>('visitor');
  /** Id of the picture whose run is under way, and the result of an automatic run before anybody pressed “Generate”. */
  const awaited = useRef<string | null>(null);
  const unasked = useRef<Blob | null>(null);
  const result = item?.result ?? null;
  const { running } = state;
  const fills = brushes.includes('mask');
  const end = (fills && item?.info && markedAt(editsOf(state.history.now, item.id), item.info.width)) || MIDDLE;
  useEffect(() => {
    if (running) awaited.current = running.id;
    else if (awaited.current !== null) {
      const isAwaited = awaited.current === item?.id && result !== null && !stale;
      awaited.current = null;
      if (!isAwaited) return;
      unasked.current = cause === 'opened' || cause === 'options' ? result.blob : null;
      // The visitor watches the effect of an option: nothing moves.
      if (cause === 'options') return;
      const keepsTool = cause === 'mask' && choice.tool !== null;
      if (!keepsTool && choice.tool !== null) setChoice({ ...choice, tool: null });
      setSweep({ end: keepsTool && !fills ? WHOLE : end, tool: keepsTool ? choice.tool : null });
    }
  });
  return {
    sweep,
    joinable:
      running !== null && running.id === item?.id && !running.cancelling && (cause === 'opened' || cause === 'options'),
    onStart: setCause,
    press: (start) => () => {
      const isUnaskedResult = result !== null && result.blob === unasked.current && !stale && state.items.length === 1;
      unasked.current = null;
      if (isUnaskedResult) return setSweep({ end, tool: null });
      setCause('visitor');
      start();
    },
  };
}
