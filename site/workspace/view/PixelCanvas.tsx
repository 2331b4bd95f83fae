import { useEffect, useRef } from 'react';
import type { Pixels } from '../../engine/types.ts';

type PixelCanvasProps = { readonly pixels: Pixels; readonly className?: string | undefined };

/** Shows pixels as they are; for previews, which are small. */
export const PixelCanvas = ({ pixels, className }: PixelCanvasProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.width = pixels.width;
    element.height = pixels.height;
    element.getContext('2d')?.putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0);
  }, [pixels]);
  return <canvas ref={canvas} className={className} />;
};
