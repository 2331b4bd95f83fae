import { useEffect, useState } from 'react';
import { shareUrl, type UrlUse } from './shared-url.ts';

/** An object URL for a blob while it is shown, in a format that the browser can show; null until it is ready. */
export const useObjectUrl = (blob: Blob | null): string | null => useUrl(blob, shareUrl);

/** An object URL of a file itself, to save it; null until it is ready. */
export const useFileUrl = (file: Blob | null): string | null => useUrl(file, fileUrl);

function fileUrl(file: Blob): UrlUse {
  const url = URL.createObjectURL(file);
  return { url: Promise.resolve(url), release: () => URL.revokeObjectURL(url) };
}

function useUrl(blob: Blob | null, use: (blob: Blob) => UrlUse): string | null {
  const [current, setCurrent] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (!blob) return setCurrent(null);
    const { url, release } = use(blob);
    let isClosed = false;
    void url.then((ready) => {
      if (!isClosed) setCurrent({ blob, url: ready });
    });
    return () => {
      isClosed = true;
      release();
    };
  }, [blob, use]);
  // Never show the URL of an earlier blob with the texts of a new one.
  return current?.blob === blob ? current.url : null;
}
