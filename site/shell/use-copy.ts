import { useMessages } from '@safelight/sitegen/runtime';
import { useToast } from '../ui/Toast.tsx';

/** Returns a function that copies a text to the clipboard and shows a toast: `done`, or an error. */
export function useCopy(done: string): (text: string) => Promise<void> {
  const t = useMessages();
  const toast = useToast();
  return (text) =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: done }),
      () => toast({ kind: 'error', text: t('common.toast.copyFailed') }),
    );
}
