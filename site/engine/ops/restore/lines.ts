import type { Plane } from '../../types.ts';

/** Half of the line along which a scratch must be seen, and in how many directions. */
const REACH = 12;
const DIRECTIONS = 16;

/** The greatest of the means along short lines in all directions. Yields its share done. */
export function* alongLines({ width, height, data: values }: Plane): Generator<number, Float32Array> {
  const out = new Float32Array(values.length);
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    yield direction / DIRECTIONS;
    const angle = (Math.PI * direction) / DIRECTIONS;
    const steps = Array.from({ length: 2 * REACH + 1 }, (_, k) => ({
      dx: Math.round((k - REACH) * Math.cos(angle)),
      dy: Math.round((k - REACH) * Math.sin(angle)),
    }));
    const shifts = Int32Array.from(steps, ({ dx, dy }) => dy * width + dx);
    for (let y = 0; y < height; y++) {
      const inside = y >= REACH && y < height - REACH;
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        let sum = 0;
        let count = steps.length;
        if (inside && x >= REACH && x < width - REACH) for (const shift of shifts) sum += values[i + shift]!;
        else {
          count = 0;
          for (const { dx, dy } of steps) {
            if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
            sum += values[i + dy * width + dx]!;
            count++;
          }
        }
        out[i] = Math.max(out[i]!, sum / count);
      }
    }
  }
  return out;
}
