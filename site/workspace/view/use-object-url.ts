import { useEffect, useState } from 'react';
import { plainSrgbFile } from '../../engine/codecs/png-colour.ts';

/** An object URL for a blob while it is shown, in the colours that tools read; null until it is ready. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [current, setCurrent] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (!blob) return setCurrent(null);
    let url: string | null = null;
    let isClosed = false;
    const show = (shown: Blob) => {
      if (isClosed) return;
      url = URL.createObjectURL(shown);
      setCurrent({ blob, url });
    };
    if (blob.type === 'image/png') plainSrgbFile(blob).then(show, () => show(blob));
    else show(blob);
    return () => {
      isClosed = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [blob]);
  // Never show the URL of an earlier blob with the texts of a new one.
  return current?.blob === blob ? current.url : null;
}
