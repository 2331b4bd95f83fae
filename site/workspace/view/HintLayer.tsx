import { useMemo } from 'react';
import type { Mask, Size } from '../../engine/types.ts';
import { MaskLayer } from '../mask/MaskLayer.tsx';
import css from './View.module.css';
import type { View } from './zoom.ts';

type HintLayerProps = {
  readonly hint: Mask;
  /** Size of the original picture. */
  readonly original: Size;
  readonly view: View;
  readonly room: Size;
};

/** The outline of an object that a click would select. */
export const HintLayer = ({ hint, original, view, room }: HintLayerProps) => {
  const layers = useMemo(() => [{ mask: hint, brush: 'mask' } as const], [hint]);
  return (
    <div className={css.hint} data-hint="">
      <MaskLayer layers={layers} view={{ ...view, scale: (view.scale * original.width) / hint.width }} room={room} />
    </div>
  );
};
