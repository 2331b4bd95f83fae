import type { Components } from '../matte/components.ts';

/** A line of text: its middle, which way it goes (a unit vector), and how far it reaches along that way and across it. */
export type Line = {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly along: Span;
  readonly across: Span;
};
type Span = readonly [from: number, to: number];

/** The lines through parts of a mask, by their label: each along the axis of its part's greatest spread. */
export function linesOf({ width, labels, areas }: Components): readonly Line[] {
  const sums = areas.map(() => [0, 0, 0, 0, 0] as [number, number, number, number, number]);
  eachPixel({ width, labels }, (label, x, y) => {
    const sum = sums[label]!;
    sum[0] += x;
    sum[1] += y;
    sum[2] += x * x;
    sum[3] += x * y;
    sum[4] += y * y;
  });
  const spans = areas.map(() => ({ along: [Infinity, -Infinity], across: [Infinity, -Infinity] }));
  const axes = sums.map(([sx, sy, xx, xy, yy], label) => {
    const count = Math.max(1, areas[label]!);
    const [x, y] = [sx / count, sy / count];
    const angle = Math.atan2(2 * (xy / count - x * y), xx / count - x * x - (yy / count - y * y)) / 2;
    return { x, y, dx: Math.cos(angle), dy: Math.sin(angle) };
  });
  eachPixel({ width, labels }, (label, x, y) => {
    const { along, across } = spans[label]!;
    const place = placeOn(axes[label]!, x, y);
    for (const [k, span] of [along, across].entries()) {
      span[0] = Math.min(span[0]!, place[k]!);
      span[1] = Math.max(span[1]!, place[k]!);
    }
  });
  return axes.map((axis, label) => ({ ...axis, ...(spans[label] as unknown as Pick<Line, 'along' | 'across'>) }));
}

/** Where a pixel lies along a line and across it, from the line's middle. */
export const placeOn = ({ x, y, dx, dy }: Pick<Line, 'x' | 'y' | 'dx' | 'dy'>, u: number, v: number) =>
  [(u - x) * dx + (v - y) * dy, (v - y) * dx - (u - x) * dy] as const;

/** The line with that much more on each side. */
export const widened = (line: Line, by: number): Line => ({
  ...line,
  along: [line.along[0] - by, line.along[1] + by],
  across: [line.across[0] - by, line.across[1] + by],
});

export const heightOf = ({ across }: Line): number => across[1] - across[0];

function eachPixel(
  { width, labels }: Pick<Components, 'width' | 'labels'>,
  visit: (label: number, x: number, y: number) => void,
): void {
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) visit(labels[i]!, i % width, Math.floor(i / width));
}
