import { useEffect } from 'react';
import type { MaskControl } from './mask/use-mask.ts';
import { outlookOf } from './outlook.ts';
import type { Workspace } from './use-workspace.ts';

type GenerateInput = {
  readonly mask: MaskControl;
  /** A mask is needed, and nothing is marked. */
  readonly onEmpty: () => void;
  /** Called before a run starts. */
  readonly onStart: () => void;
};

/** Returns what starts the work as soon as the engine has started, the picture is open and its mask is read or found. */
export function useGenerate(workspace: Workspace, { mask, onEmpty, onStart }: GenerateInput): () => void {
  const { session, item, dispatch } = workspace;
  const { requested } = workspace.state;
  const waits = session === null || !item?.info || mask.changing || mask.selecting || !mask.searched;
  const cannotOpen = !item || (item.error !== null && !item.info);
  const start = () => {
    if (requested !== (waits && !cannotOpen)) dispatch({ kind: 'request', requested: !requested });
    if (waits) return;
    if (workspace.state.items.length === 1 && outlookOf(workspace).wantsMask) return onEmpty();
    onStart();
    workspace.generate();
  };
  useEffect(() => {
    if (requested && (cannotOpen || !waits)) start();
  });
  return start;
}
