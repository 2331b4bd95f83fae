import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { forPackageManager } from '../../../../cli/lib/packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const texts = [
  'Run `npm install`.',
  'Run `npm install no-such-package`.',
  'Run `npm install --save-dev @a/b c`, or not.',
  'npm start',
];

it.each([
  [{}, texts],
  [{ 'package-lock.json': '{}' }, texts],
  [
    { 'pnpm-lock.yaml': '' },
    [
      'Run `pnpm install`.',
      'Run `pnpm add no-such-package`.',
      'Run `pnpm add --save-dev @a/b c`, or not.',
      'pnpm start',
    ],
  ],
  [
    { 'package.json': '{ "packageManager": "yarn@4.5.0" }', 'package-lock.json': '{}' },
    ['Run `yarn install`.', 'Run `yarn add no-such-package`.', 'Run `yarn add --dev @a/b c`, or not.', 'yarn start'],
  ],
  [
    { 'bun.lock': '' },
    ['Run `bun install`.', 'Run `bun add no-such-package`.', 'Run `bun add --dev @a/b c`, or not.', 'bun start'],
  ],
])(
  'writes commands as the package manager of a folder with %j takes them, in folders below it too',
  (files, expected) => {
    const root = mkdtempSync(join(folder, 'site-'));
    mkdirSync(join(root, 'sites/docs'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    for (const below of ['.', 'sites/docs'])
      expect(texts.map((text) => forPackageManager(text, join(root, below)))).toEqual(expected);
  },
);
