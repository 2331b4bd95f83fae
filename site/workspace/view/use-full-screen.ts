import { useCallback, useEffect, useState } from 'react';

/**
 * Whether the editor covers the whole screen, and a function that changes it. Where the browser has no full screen, such
 * as on an iPhone, the editor covers its window.
 */
export function useFullScreen(): readonly [wide: boolean, toggle: () => void] {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const left = () => !document.fullscreenElement && setWide(false);
    document.addEventListener('fullscreenchange', left);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  const toggle = useCallback(() => {
    setWide((now) => !now);
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, []);
  return [wide, toggle];
}
