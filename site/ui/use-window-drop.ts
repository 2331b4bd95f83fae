import { useMessages } from '@safelight/sitegen/runtime';
import { useEffect, useRef, useState } from 'react';
import { type Dropped, droppedFiles, droppedIn } from './dropped-files.ts';
import { takeEarly } from './early-input.ts';
import { useToast } from './Toast.tsx';

/** Returns a function that says that nothing in a folder can be opened. */
export function useEmptyFolder(): () => void {
  const t = useMessages();
  const toast = useToast();
  return () => toast({ kind: 'error', text: t('common.toolPage.emptyFolder') });
}

/**
 * Returns whether files are being dragged over the page, and passes dropped and pasted files to `onFiles`, including
 * those inside dropped folders and those from before hydration; says so if there are none in a folder. Does not listen
 * while `active` is false.
 */
export const useWindowDrop = (onFiles: (files: readonly File[]) => void, active = true): boolean => {
  const [over, setOver] = useState(false);
  const onEmptyFolder = useEmptyFolder();
  const latest = useRef({ onFiles, onEmptyFolder });
  useEffect(() => {
    latest.current = { onFiles, onEmptyFolder };
  });
  useEffect(() => {
    if (!active) return;
    const passFolder = (files: readonly File[]) =>
      files.length > 0 ? latest.current.onFiles(files) : latest.current.onEmptyFolder();
    const pass = (drops: readonly Dropped[]) => {
      const files = droppedFiles(drops);
      if (files instanceof Promise) void files.then(passFolder);
      else if (files.length > 0) latest.current.onFiles(files);
    };
    pass(takeEarly('files'));
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) pass([droppedIn(event.dataTransfer)]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) latest.current.onFiles(files);
    };
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [active]);
  return over;
};
