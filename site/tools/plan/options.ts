import type { Options } from '../../workspace/tool.ts';

/** The number of an option; 0 where there is none. */
export const numberOf = (options: Options, name: string): number => {
  const value = Number(options[name]);
  return Number.isFinite(value) ? value : 0;
};

export const textOf = (options: Options, name: string): string => String(options[name] ?? '');

export const isOn = (options: Options, name: string): boolean => options[name] === true;

/** Red, green and blue, 0..255, of `#rrggbb`; black for an invalid colour. */
export function colourOf(options: Options, name: string): readonly [number, number, number] {
  const digits = /^#([0-9a-f]{6})$/i.exec(textOf(options, name))?.[1] ?? '000000';
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The points of a drawn line, in pixels; none if nothing is drawn. */
export const pathOf = (options: Options, name: string): readonly (readonly [x: number, y: number])[] =>
  textOf(options, name)
    .split(' ')
    .map((point) => point.split(',').map(Number))
    .flatMap(([x, y]) => (Number.isFinite(x) && Number.isFinite(y) ? [[x as number, y as number] as const] : []));
