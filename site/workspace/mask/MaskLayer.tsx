import { useEffect, useRef } from 'react';
import type { Mask, Size } from '../../engine/types.ts';
import type { BrushName } from '../tool.ts';
import { layerContext } from '../view/layer-context.ts';
import css from '../view/View.module.css';
import type { View } from '../view/zoom.ts';

/** A mask that is shown over the picture. */
export type Layer = { readonly mask: Mask; readonly brush: BrushName };

type Tint = readonly [red: number, green: number, blue: number];

/** Tints that people with colour blindness can distinguish: one light and cold, one dark and warm. */
export const TINTS: { readonly [brush in BrushName]: Tint } = {
  keep: [64, 224, 208],
  erase: [255, 60, 40],
  mask: [255, 32, 96],
};
const FILL_ALPHA = 120;

type MaskLayerProps = {
  readonly layers: readonly Layer[];
  /** Of the picture, in its own pixels. */
  readonly view: View;
  readonly room: Size;
};

/** Masks over the picture. Every device pixel reads exactly the picture's pixel below it, so that nothing can shift. */
export const MaskLayer = ({ layers, view, room }: MaskLayerProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { scale, x, y } = view;
  useEffect(() => {
    const layer = layerContext(canvas.current, room);
    if (!layer) return;
    const { context, density } = layer;
    const image = context.createImageData(context.canvas.width, context.canvas.height);
    const dots = { width: image.width, height: image.height, data: new Uint32Array(image.data.buffer) };
    for (const { mask, brush } of layers)
      shade(dots, mask, { tint: TINTS[brush], scale: scale * density, x: x * density, y: y * density });
    context.putImageData(image, 0, 0);
  }, [layers, scale, x, y, room]);
  return <canvas ref={canvas} className={css.strokes} />;
};

type Dots = Size & { readonly data: Uint32Array };

/** Fills the mask and outlines it with a bright and a dark line, so that it is visible on every background. */
function shade(dots: Dots, mask: Mask, { tint, scale, x, y }: View & { readonly tint: Tint }): void {
  const left = Math.max(0, Math.ceil(x - 0.5));
  const right = Math.min(dots.width, Math.ceil(x + mask.width * scale - 0.5));
  const top = Math.max(0, Math.ceil(y - 0.5));
  const bottom = Math.min(dots.height, Math.ceil(y + mask.height * scale - 0.5));
  const [red, green, blue] = tint;
  const colour = (blue << 16) | (green << 8) | red;
  const columns = Int32Array.from({ length: Math.max(0, right - left) }, (_, i) =>
    Math.min(mask.width - 1, Math.floor((left + i + 0.5 - x) / scale)),
  );
  let above = new Uint8Array(columns.length);
  let row = new Uint8Array(columns.length);
  for (let at = top; at < bottom; at++) {
    const from = Math.min(mask.height - 1, Math.floor((at + 0.5 - y) / scale)) * mask.width;
    for (let i = 0; i < columns.length; i++) row[i] = mask.data[from + columns[i]!]!;
    const out = at * dots.width + left;
    for (let i = 0; i < columns.length; i++) {
      const value = row[i]!;
      const chosen = value >= 128;
      const edge = chosen !== above[i]! >= 128 || (i > 0 && chosen !== row[i - 1]! >= 128);
      if (edge) dots.data[out + i] = chosen ? 0xffffffff : (0xc0 << 24) | colour;
      else if (value > 0) dots.data[out + i] = (((value * FILL_ALPHA) / 255) << 24) | colour;
    }
    [above, row] = [row, above];
  }
}
