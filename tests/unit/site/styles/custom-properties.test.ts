import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const texts = ['site', 'templates', 'cli/runtime'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
);

// An undefined property makes its whole declaration invalid, which no tool reports.
test('every custom property that a style reads without a fallback is set somewhere', () => {
  const used = texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  const set = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:['"]|^\s*|[{;]\s*)(--[\w-]+)['"]?\]?[:,]/gm)].map(([, name]) => name),
    ),
  );
  expect([...new Set(used)].filter((name) => name && !set.has(name))).toEqual([]);
});
