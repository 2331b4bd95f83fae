import type { ToolError } from '../engine/errors.ts';
import { useToast } from '../ui/Toast.tsx';
import { canSaveToFolder, saveToFolder } from './save-folder.ts';
import { saveZip } from './save-zip.ts';
import { useWords } from './use-words.ts';
import type { Workspace } from './use-workspace.ts';

export type SaveAllInput = {
  /** Pattern of file names. */
  readonly pattern: string;
  readonly onProblem: (error: ToolError) => void;
  /** Called once all results are saved. */
  readonly onSaved: () => void;
};

/** Functions that save all results of a batch: as one archive, and to a folder, or null if the browser cannot. */
export function useSaveAll(workspace: Workspace, { pattern, onProblem, onSaved }: SaveAllInput) {
  const { say } = useWords();
  const toast = useToast();
  const onZip = () =>
    void saveZip(workspace, pattern).then(onSaved, (error: unknown) =>
      onProblem({ code: 'output.archive', details: String(error) }),
    );
  const onFolder = () =>
    void saveToFolder(workspace, pattern).then(
      (count) => {
        if (count === null) return;
        toast({ kind: 'success', text: say('workspace.batch.savedToFolder', { count }) });
        onSaved();
      },
      (error: unknown) => onProblem({ code: 'output.denied', details: String(error) }),
    );
  return { onZip, onFolder: canSaveToFolder() ? onFolder : null };
}
