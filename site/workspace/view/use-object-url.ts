import { useEffect, useState } from 'react';
import { shareUrl } from './shared-url.ts';

/** An object URL for a blob while it is shown, in the colours that tools read; null until it is ready. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [current, setCurrent] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (!blob) return setCurrent(null);
    const { url, release } = shareUrl(blob);
    let isClosed = false;
    void url.then((ready) => {
      if (!isClosed) setCurrent({ blob, url: ready });
    });
    return () => {
      isClosed = true;
      release();
    };
  }, [blob]);
  // Never show the URL of an earlier blob with the texts of a new one.
  return current?.blob === blob ? current.url : null;
}
