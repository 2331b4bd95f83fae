import { useState } from 'react';
import type { Sweep } from '../../ui/use-sweep.ts';
import type { MaskTool } from '../mask/choice.ts';
import type { Drag } from './use-gestures.ts';

/** A sweep over a result. */
export type Reveal = Sweep & {
  /** The tool that marks on; the divider stays beside it until the visitor marks again. Null for none. */
  readonly tool: MaskTool | null;
};

type BesideInput = { readonly sweep: Reveal | null; readonly tool: MaskTool | null };

/** Shows the comparison beside the tool that marked, until the visitor marks again or takes another tool. */
export function useBeside({ sweep, tool }: BesideInput) {
  const [ended, setEnded] = useState<Reveal | null>(null);
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
