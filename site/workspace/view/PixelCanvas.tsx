import { useEffect, useRef } from 'react';
import type { ColorSpace, Pixels } from '../../engine/types.ts';

type PixelCanvasProps = {
  readonly pixels: Pixels;
  /** The colours of the pixels. */
  readonly colorSpace?: ColorSpace | undefined;
  readonly className?: string | undefined;
};

/** Shows pixels as they are; for previews, which are small. */
export const PixelCanvas = ({ pixels, colorSpace = 'srgb', className }: PixelCanvasProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.width = pixels.width;
    element.height = pixels.height;
    const { data, width, height } = pixels;
    element.getContext('2d', { colorSpace })?.putImageData(new ImageData(data, width, height, { colorSpace }), 0, 0);
  }, [pixels, colorSpace]);
  return <canvas ref={canvas} className={className} />;
};
