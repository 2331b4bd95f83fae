import { useEffect, useRef, useState } from 'react';
import type { Pixels } from '../engine/types.ts';
import { PREVIEW_SIDE_PX } from './preview-cost.ts';
import { runTool } from './run-tool.ts';
import { isOutdated, optionsOf } from './state/state.ts';
import type { Workspace } from './use-workspace.ts';

type Shown = { readonly id: string; readonly pixels: Pixels };

/**
 * Preview of quick options while they change, or what a run or the search before it shows first; null if there is none. A
 * newer preview stops the one before. `due`: a run is about to start, which has a preview of its own.
 */
export function usePreview(workspace: Workspace, due: boolean): Pixels | null {
  const { tool, session, state, settled: settings, item, phase, pictures, rasters } = workspace;
  const [shown, setShown] = useState<Shown | null>(null);
  const nextPictures = useRef(pictures);
  useEffect(() => {
    nextPictures.current = pictures;
  });
  const isRunning = item !== null && state.running?.id === item.id;
  const options = item ? optionsOf(settings, item.id) : settings.options;
  const outdated = phase === 'result' && item !== null && isOutdated(state, item);
  const shouldRun = !due && tool.isInstant(options) && (phase === 'ready' || outdated);
  useEffect(() => {
    if (!shouldRun || !session || !item) return;
    const controller = new AbortController();
    const request = { item, settings, pictures: nextPictures.current, kept: {}, preview: PREVIEW_SIDE_PX, rasters };
    void runTool({ tool, session }, request, { signal: controller.signal }).then((made) => {
      const pixels = made.ok && made.value.pixels;
      if (pixels && !controller.signal.aborted) setShown({ id: item.id, pixels });
    });
    return () => controller.abort();
  }, [shouldRun, tool, session, item, settings, rasters]);
  if (isRunning || due) {
    const first = item?.preview ?? null;
    return first && (isRunning || optionsOf(first.settings, item?.id ?? '') === options) ? first.pixels : null;
  }
  return shouldRun && shown && shown.id === item?.id ? shown.pixels : null;
}
