import { useEffect, useRef } from 'react';
import type { MaskControl } from './mask/use-mask.ts';
import { outlookOf } from './outlook.ts';
import type { Workspace } from './use-workspace.ts';

/**
 * Starts the work; if a mask is still being read or found, as soon as it is ready. `onEmpty`: a mask is needed but
 * empty.
 */
export function useGenerate(workspace: Workspace, { busy }: MaskControl, onEmpty: () => void): () => void {
  const requested = useRef(false);
  const waits = busy?.kind === 'load' || busy?.kind === 'find' || busy?.kind === 'select' || busy?.kind === 'change';
  const start = () => {
    if (waits) requested.current = true;
    else if (workspace.state.items.length === 1 && outlookOf(workspace).wantsMask) onEmpty();
    else workspace.generate();
  };
  useEffect(() => {
    if (!requested.current || waits) return;
    requested.current = false;
    start();
  });
  return start;
}
