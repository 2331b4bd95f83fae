import { useEffect, useState } from 'react';
import { plainSrgbFile } from '../../engine/codecs/png-colour.ts';

/** An address for a blob as long as it is shown, in colours as tools read them; null until it is made. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (!blob) return setMade(null);
    let url: string | null = null;
    let gone = false;
    const show = (shown: Blob) => {
      if (gone) return;
      url = URL.createObjectURL(shown);
      setMade({ blob, url });
    };
    if (blob.type === 'image/png') plainSrgbFile(blob).then(show, () => show(blob));
    else show(blob);
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [blob]);
  // The address of an earlier blob must not stand beside the words of a new one.
  return made?.blob === blob ? made.url : null;
}
