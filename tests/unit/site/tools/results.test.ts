import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../../../site/tools/registry.ts';
import { resultOf } from '../../../../site/tools/results.ts';

const samples = fileURLToPath(new URL('../../../../site/public/samples', import.meta.url));
const shown = TOOLS.map(({ path }) => path.slice(1)).filter((tool) => resultOf(tool) !== null);

describe('results of the tools', () => {
  it.each(shown)('%s has both sides in both sizes, 3 : 2, each below 65 kB', (tool) => {
    for (const side of ['before', 'after']) {
      for (const [ending, most] of [
        ['', 960],
        ['-480', 480],
      ] as const) {
        const file = join(samples, tool, `${side}${ending}.webp`);
        expect(existsSync(file), file).toBe(true);
        const { width, height } = imageSize(readFileSync(file));
        expect(width).toBeLessThanOrEqual(most);
        expect(width / height).toBeCloseTo(1.5, 1);
        expect(statSync(file).size, file).toBeLessThan(65_000);
      }
    }
  });

  it('knows the size of the picture before', () => {
    for (const tool of shown) {
      const { width, height } = imageSize(readFileSync(join(samples, tool, 'before.webp')));
      expect(resultOf(tool), tool).toMatchObject({ width, height });
    }
  });
});
