import { useEffect, useRef } from 'react';
import css from './video.module.css';

/** A frame, scaled to the available space. */
export const FrameCanvas = ({ bitmap, label }: { readonly bitmap: ImageBitmap | null; readonly label: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !bitmap) return;
    element.width = bitmap.width;
    element.height = bitmap.height;
    element.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return <canvas ref={canvas} className={css.canvas} role="img" aria-label={label} />;
};
