import type { Size } from '../../engine/types.ts';
import type { Options } from '../../workspace/tool.ts';
import { numberOf, textOf } from '../plan/options.ts';

const LONG_SIDES: { readonly [target: string]: number } = { hd: 1920, '2k': 2560, '4k': 3840 };

const CENTIMETRES_PER_INCH = 2.54;

/**
 * The size of the result, with the picture's proportions. A print has the orientation of the picture and is filled: the
 * side that would be too short decides. Never smaller than the picture.
 */
export function targetSize(options: Options, size: Size): Size {
  const scale = Math.max(1, scaleOf(options, size));
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

function scaleOf(options: Options, { width, height }: Size): number {
  const target = textOf(options, 'target');
  const longSide = LONG_SIDES[target];
  if (longSide) return longSide / Math.max(width, height);
  if (target !== 'print') return target === '4x' ? 4 : 2;
  const dots = numberOf(options, 'dpi') / CENTIMETRES_PER_INCH;
  const sides = [numberOf(options, 'printWidth') * dots, numberOf(options, 'printHeight') * dots];
  const [long, short] = [Math.max(...sides), Math.min(...sides)];
  return Math.max(long / Math.max(width, height), short / Math.min(width, height));
}
