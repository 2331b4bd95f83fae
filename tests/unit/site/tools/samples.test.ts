import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../../../site/tools/registry.ts';
import { sampleOf } from '../../../../site/tools/samples.ts';

const files = fileURLToPath(new URL('../../../../site/public', import.meta.url));

describe('samples of the tools', () => {
  it.each(TOOLS)('$id has samples, each with its file and a small copy', ({ samples }) => {
    expect(samples.length).toBeGreaterThan(0);
    for (const { src, thumb } of samples.map(sampleOf)) {
      expect(existsSync(join(files, src)), src).toBe(true);
      expect(existsSync(join(files, thumb)), thumb).toBe(true);
    }
  });

  it('have no picture that no tool offers, and none that is too large', () => {
    const offered = TOOLS.flatMap(({ samples }) => samples.map((name) => sampleOf(name).src));
    const kept = readdirSync(join(files, 'samples')).filter((name) => name.endsWith('.webp'));
    for (const name of kept) {
      expect(statSync(join(files, 'samples', name)).size, name).toBeLessThan(80_000);
      expect(offered, name).toContain(`/samples/${name}`);
    }
  });
});
