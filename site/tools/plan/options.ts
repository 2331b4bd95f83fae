import { bytesOfHex, srgbColourIn } from '../../engine/ops/color/display-p3.ts';
import type { Options, PlanRequest } from '../../workspace/tool.ts';

/** The number of an option; 0 where there is none. */
export const numberOf = (options: Options, name: string): number => {
  const value = Number(options[name]);
  return Number.isFinite(value) ? value : 0;
};

export const textOf = (options: Options, name: string): string => String(options[name] ?? '');

export const isOn = (options: Options, name: string): boolean => options[name] === true;

/** Red, green and blue, 0..255, of `#rrggbb` in the colour space of the picture; black for an invalid colour. */
export function colourOf(
  { options, info }: Pick<PlanRequest, 'options' | 'info'>,
  name: string,
): readonly [number, number, number] {
  return srgbColourIn(info.colorSpace, bytesOfHex(textOf(options, name)) ?? [0, 0, 0]);
}

/** The points of a drawn line, in pixels; none if nothing is drawn. */
export const pathOf = (options: Options, name: string): readonly (readonly [x: number, y: number])[] =>
  textOf(options, name)
    .split(' ')
    .map((point) => point.split(',').map(Number))
    .flatMap(([x, y]) => (Number.isFinite(x) && Number.isFinite(y) ? [[x as number, y as number] as const] : []));
