import { useState } from 'react';
import type { MaskTool } from '../mask/choice.ts';
import type { Drag } from './use-gestures.ts';
import type { Sweep } from './use-sweep.ts';

type BesideInput = { readonly sweep: Sweep | null; readonly tool: MaskTool | null };

/** Shows the comparison beside the tool that marked, until the visitor marks again or takes another tool. */
export function useBeside({ sweep, tool }: BesideInput) {
  const [ended, setEnded] = useState<Sweep | null>(null);
  return {
    compared: tool === null || (sweep !== null && sweep !== ended && sweep.tool === tool),
    end: () => setEnded(sweep),
    /** A drag that marks and ends the comparison; two fingers only zoom, and leave it. */
    ending: (drag: Drag | null, onStart: () => void): Drag | null =>
      drag && {
        start: (at, press) => {
          onStart();
          setEnded(sweep);
          drag.start(at, press);
        },
        move: drag.move,
        end: (kept) => {
          if (!kept) setEnded(null);
          drag.end(kept);
        },
      },
  };
}
