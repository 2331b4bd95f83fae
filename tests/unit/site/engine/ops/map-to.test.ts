import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mapTo } from '../../../../../site/engine/ops/map-to.ts';

const engine = fileURLToPath(new URL('../../../../../site/engine/', import.meta.url));

describe('mapping numbers to a typed array', () => {
  it('gives what the array types give by `from`', () => {
    const source = Float32Array.of(0, 0.5, 1.7, -3);
    const twice = (value: number, index: number) => 2 * value + index;
    expect(mapTo(Float32Array, source, twice)).toEqual(Float32Array.from(source, twice));
    expect(mapTo(Uint8ClampedArray, source, twice)).toEqual(Uint8ClampedArray.from(source, twice));
    expect(mapTo(Int32Array, [[1], [2, 3]], ({ length }) => length)).toEqual(Int32Array.of(1, 2));
  });

  it('is what the operations use: `from` with a function copies a picture into a list of 500 MB first', () => {
    const folders = ['ops', 'adapters', 'video'];
    const files = folders.flatMap((folder) =>
      readdirSync(engine + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    const sources = files.filter((name) => name.endsWith('.ts'));
    expect(sources.length).toBeGreaterThan(100);
    const lists = /\b(?:U?[Ii]nt\d+(?:Clamped)?|Float\d+)Array\.from\(\s*(?!\{)[\w.[\]!]+,/;
    expect(sources.filter((name) => lists.test(readFileSync(engine + name, 'utf8')))).toEqual([]);
  });
});
