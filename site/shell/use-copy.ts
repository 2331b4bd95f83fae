import { useMessages } from '@safelight/sitegen/runtime';
import { useToast } from '../ui/Toast.tsx';

/** Puts a text into the clipboard, and says in a toast whether that worked: `done` if so. */
export function useCopy(done: string): (text: string) => Promise<void> {
  const t = useMessages();
  const toast = useToast();
  return (text) =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: done }),
      () => toast({ kind: 'error', text: t('common.toast.copyFailed') }),
    );
}
