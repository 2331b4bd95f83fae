import type { Size } from '../../site/engine/types.ts';
import { coverOf, type Mark } from './marks.ts';
import { randomOf } from './scenes.ts';

/** Bent light lines and specks, as on a print that was carried about; an eighth to half of the longer side long. */
export function scratches(size: Size, seed: number): Mark {
  const random = randomOf(seed);
  const { width, height } = size;
  const lines = Array.from({ length: 5 }, () => ({
    x: random() * width,
    y: random() * height,
    angle: random() * Math.PI,
    bend: (random() - 0.5) / 300,
    length: 60 + 90 * random(),
    radius: 0.7 + 0.9 * random(),
  }));
  const specks = Array.from({ length: 8 }, () => ({
    x: 10 + random() * (width - 20),
    y: 10 + random() * (height - 20),
    radius: 1.5 + random(),
  }));
  const cover = coverOf(size, (x, y) => {
    const onLine = lines.some((line) => {
      const [dx, dy] = [x - line.x, y - line.y];
      const along = dx * Math.cos(line.angle) + dy * Math.sin(line.angle);
      const across = dy * Math.cos(line.angle) - dx * Math.sin(line.angle) - line.bend * along * along;
      return Math.abs(along) < line.length && Math.abs(across) < line.radius;
    });
    return onLine || specks.some((speck) => Math.hypot(x - speck.x, y - speck.y) < speck.radius);
  });
  return { cover, colour: [0.97, 0.96, 0.93], opacity: 0.9 };
}
