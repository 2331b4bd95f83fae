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
  /** Starts the work; where a mask is still read or looked for, as soon as it is there. */
  readonly start: () => void;
  /** Whether the start waits for a mask. */
  readonly requested: boolean;
};

export function useGenerate(workspace: Workspace, { mask, onEmpty, onStart }: GenerateInput): Generating {
  const [requested, setRequested] = useState(false);
  const start = () => {
    if (mask.changing) return setRequested(true);
    setRequested(false);
    if (workspace.state.items.length === 1 && outlookOf(workspace).wantsMask) return onEmpty();
    onStart();
    workspace.generate();
  };
  useEffect(() => {
    if (requested && !mask.changing) start();
  });
  return { start, requested };
}
