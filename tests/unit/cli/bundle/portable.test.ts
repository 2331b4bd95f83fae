import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BundleInput } from '../../../../cli/bundle/inputs.ts';
import { inputsBelow, portableInputs, portableKey } from '../../../../cli/bundle/portable.ts';

describe('the key of a bundle for machines whose folders differ', () => {
  let folder: string;
  const keyIn = (root: string, sharedKey = 'request') => portableKey({ sharedKey, root: join(folder, root) });
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portable-'));
    for (const root of ['one/site', 'two/site', 'two/deeper/site']) mkdirSync(join(folder, root), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is that of the request, wherever the site is', () => {
    expect(keyIn('two/site')).toBe(keyIn('one/site'));
    expect(keyIn('two/site', 'another')).not.toBe(keyIn('one/site'));
  });

  it('differs where the generator is elsewhere as seen from the site', () => {
    expect(keyIn('two/deeper/site')).not.toBe(keyIn('one/site'));
  });

  it('differs where a folder above the site has settings of compilers, and with their text', () => {
    const before = keyIn('two/site');
    writeFileSync(join(folder, 'two/.browserslistrc'), 'chrome 100\n');
    const with100 = keyIn('two/site');
    writeFileSync(join(folder, 'two/.browserslistrc'), 'chrome 120\n');
    expect(new Set([before, with100, keyIn('two/site')]).size).toBe(3);
    expect(keyIn('one/site')).toBe(before);
  });

  it('goes with inputs that are found below another site, and above it', () => {
    const roots = ['one/site', 'two/site'].map((root) => join(folder, root)) as [string, string];
    const inputs = (root: string): readonly BundleInput[] => [
      { kind: 'file', path: join(root, 'site/App.tsx'), hash: 'a' },
      { kind: 'config', path: join(dirname(root), 'package.json'), hash: '' },
    ];
    const stated = inputs(roots[0]).map((input) => ({ ...input, stat: [1, 2, 3, 4] as const }));
    expect(portableInputs(stated, roots[0]).map(({ path }) => path)).toEqual(['site/App.tsx', '../package.json']);
    expect(inputsBelow(portableInputs(stated, roots[0]), roots[1])).toEqual(inputs(roots[1]));
  });
});
