import { useEffect, useRef, useState } from 'react';
import { changeEdge as changeEdgeOfMask } from '../../engine/ops/mask/edge.ts';
import type { Session } from '../session.ts';
import { editsOf, type Item, type Settings } from '../state/state.ts';
import { changeEdge } from './jobs.ts';
import type { Rasters } from './raster.ts';

type Input = {
  readonly session: Session | null;
  readonly item: Item | null;
  readonly settings: Settings;
  readonly rasters: Rasters;
};

/**
 * The settings whose mask is computed. While the worker changes the edge of a large mask, these are the earlier ones, so
 * that nothing visible computes a mask that would block the page's thread; a caller that needs it at once still gets it.
 */
export function useSettled({ session, item, settings, rasters }: Input): Settings {
  const [, setTurn] = useState(0);
  const last = useRef(settings);
  const unmounted = useRef(new AbortController());
  const working = useRef(false);
  const info = item?.info ?? null;
  const open = session && item && info ? rasters.openChange(editsOf(settings, item.id), 'mask', info) : null;
  if (!open) last.current = settings;
  useEffect(() => {
    unmounted.current = new AbortController();
    return () => unmounted.current.abort();
  }, []);
  useEffect(() => {
    const left = unmounted.current.signal;
    if (!open || !session || !item || working.current || left.aborted) return;
    working.current = true;
    void changeEdge(session, { picture: item, open }, left).then((changed) => {
      working.current = false;
      if (left.aborted) return;
      rasters.learn(open, changed ?? changeEdgeOfMask(open.mask, open.change));
      setTurn((turn) => turn + 1);
    });
  });
  return last.current;
}
