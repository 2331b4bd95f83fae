import { useEffect, useRef } from 'react';
import { isAccepted } from '../ui/accepted.ts';
import { useToast } from '../ui/Toast.tsx';
import { useWindowDrop } from '../ui/use-window-drop.ts';
import { useWords } from './use-words.ts';

/**
 * Adds the pictures that were chosen in the drop zone, and those that are dropped or pasted later; names a file that is
 * none. Returns whether files are being dragged over the page.
 */
export function useIntake(files: readonly File[], add: (pictures: readonly File[]) => void): boolean {
  const { say } = useWords();
  const toast = useToast();
  const take = (incoming: readonly File[]) => {
    const accepted = incoming.filter((file) => isAccepted(file, 'image'));
    const rejected = incoming.find((file) => !accepted.includes(file));
    if (rejected)
      toast({ kind: 'error', text: say('errors.file.wrongType.text', { name: rejected.name, type: rejected.type }) });
    add(accepted);
  };
  const takenFiles = useRef<readonly File[] | null>(null);
  useEffect(() => {
    // Chosen once: later files come by drop, paste or the menu.
    if (takenFiles.current === files) return;
    takenFiles.current = files;
    take(files);
  });
  return useWindowDrop(take);
}
