import { useEffect, useState } from 'react';

/** An address for a blob as long as it is shown; null until it is made. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (!blob) return setMade(null);
    const url = URL.createObjectURL(blob);
    setMade({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  // The address of an earlier blob must not stand beside the words of a new one.
  return made?.blob === blob ? made.url : null;
}
