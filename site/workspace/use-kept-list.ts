import { useLocale } from '@safelight/sitegen/runtime';
import { useEffect } from 'react';
import { useWords } from './use-words.ts';

/** Sends the service worker the words of the list of kept pages, which it shows without a network in place of a page that is not kept. */
export function useKeptList(): void {
  const { say } = useWords();
  const { language, dir } = useLocale();
  useEffect(() => {
    const words = {
      language,
      dir,
      title: say('workspace.offline.title'),
      text: say('workspace.offline.text'),
      retry: say('common.button.retry'),
    };
    const send = async () => (await navigator.serviceWorker.ready).active?.postMessage(words);
    // There is none in a sandbox, nor in a window that keeps nothing.
    void send().catch(() => {});
  }, [say, language, dir]);
}
