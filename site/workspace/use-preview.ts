import { useEffect, useRef, useState } from 'react';
import type { Pixels } from '../engine/types.ts';
import { runTool } from './run-tool.ts';
import type { Workspace } from './use-workspace.ts';

/** Longer side of previews in pixels: about the displayed size of a picture. */
const PREVIEW_SIDE = 1280;

type Shown = { readonly id: string; readonly pixels: Pixels };

/**
 * Preview of quick options while they change; null if there is none. A newer preview stops the one before.
 */
export function usePreview(workspace: Workspace): Pixels | null {
  const { tool, session, settled: settings, item, phase, stale, pictures, rasters } = workspace;
  const [shown, setShown] = useState<Shown | null>(null);
  const further = useRef(pictures);
  useEffect(() => {
    further.current = pictures;
  });
  const wanted = tool.isInstant(settings.options) && (phase === 'ready' || (phase === 'result' && stale));
  useEffect(() => {
    if (!wanted || !session || !item) return;
    const controller = new AbortController();
    const request = { item, settings, pictures: further.current, kept: {}, preview: PREVIEW_SIDE, rasters };
    void runTool({ tool, session }, request, { signal: controller.signal }).then((made) => {
      const pixels = made.ok && made.value.pixels;
      if (pixels && !controller.signal.aborted) setShown({ id: item.id, pixels });
    });
    return () => controller.abort();
  }, [wanted, tool, session, item, settings, rasters]);
  return wanted && shown && shown.id === item?.id ? shown.pixels : null;
}
