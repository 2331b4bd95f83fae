import type { Size } from '../../types.ts';
import type { Path } from './centrelines.ts';

/**
 * Serialises paths, in pixels of a picture of size `from`, as an SVG document of `size` with one curve each. The white
 * background is a CSS style, which viewers show and plotters do not draw.
 */
export function pathsToSvg(paths: readonly Path[], size: Size, from: Size): string {
  const scale = size.width / from.width;
  const number = (value: number) => String(Math.round(value * scale * 10) / 10);
  const byWidth = new Map<string, string[]>();
  for (const path of paths) {
    const width = String(Math.max(0.5, Math.round(path.width * scale * 2) / 2));
    byWidth.set(width, [...(byWidth.get(width) ?? []), curve(path, number)]);
  }
  const groups = [...byWidth].map(
    ([width, curves]) => `<g stroke-width="${width}">\n${curves.map((d) => `<path d="${d}"/>`).join('\n')}\n</g>`,
  );
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="background:#fff" fill="none" stroke="#111" stroke-linecap="round" stroke-linejoin="round">\n${groups.join('\n')}\n</svg>\n`;
}

/** Path data of cubic Bézier curves through all points (Catmull and Rom 1974). */
function curve({ points, closed }: Path, number: (value: number) => string): string {
  const count = points.length / 2;
  const at = (k: number): readonly [number, number] => {
    // Past the ends, a closed path wraps around (its last point repeats the first) and an open one repeats its end.
    const index = closed ? ((k % (count - 1)) + count - 1) % (count - 1) : Math.min(count - 1, Math.max(0, k));
    return [points[2 * index]!, points[2 * index + 1]!];
  };
  const pair = ([x, y]: readonly [number, number]) => `${number(x)} ${number(y)}`;
  const parts = [`M${pair(at(0))}`];
  for (let k = 0; k + 1 < count; k++) {
    const [before, a, b, after] = [at(k - 1), at(k), at(k + 1), at(k + 2)];
    const first = [a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6] as const;
    const second = [b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6] as const;
    parts.push(`C${pair(first)} ${pair(second)} ${pair(b)}`);
  }
  return closed ? `${parts.join('')}Z` : parts.join('');
}
