import { useEffect, useState } from 'react';
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

type Generating = {
  /** Starts the work as soon as the engine has started, the picture is open and its mask is read or found. */
  readonly start: () => void;
  /** Whether the start waits. */
  readonly requested: boolean;
};

export function useGenerate(workspace: Workspace, { mask, onEmpty, onStart }: GenerateInput): Generating {
  const [requested, setRequested] = useState(false);
  const { session, item } = workspace;
  const waits = session === null || !item?.info || mask.changing;
  const cannotOpen = !item || (item.error !== null && !item.info);
  const start = () => {
    if (waits) return setRequested(!cannotOpen);
    setRequested(false);
    if (workspace.state.items.length === 1 && outlookOf(workspace).wantsMask) return onEmpty();
    onStart();
    workspace.generate();
  };
  useEffect(() => {
    if (requested && (cannotOpen || !waits)) start();
  });
  return { start, requested };
}
