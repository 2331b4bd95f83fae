import { useMemo } from 'react';
import type { Mask, Pixels } from '../../engine/types.ts';
import { PixelCanvas } from '../../workspace/view/PixelCanvas.tsx';
import css from './video.module.css';

/** Shows the pixels of its box that a watermark covers. */
export const ShapeCanvas = ({ shape }: { readonly shape: Mask }) => {
  const pixels = useMemo((): Pixels => {
    const data = new Uint8ClampedArray(shape.data.length * 4);
    for (const [at, value] of shape.data.entries()) if (value > 127) data.set([255, 90, 54, 140], 4 * at);
    return { width: shape.width, height: shape.height, data };
  }, [shape]);
  return <PixelCanvas pixels={pixels} className={css.canvas} />;
};
