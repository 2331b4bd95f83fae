import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders whose language is checked. */
const folders = ['cli', 'site', 'templates', 'docs', 'plugins', 'scripts', 'tests'];

/** Words that `docs/glossary.md` replaces, as they occur in identifiers and comments, and what to write instead. */
const banned: readonly { readonly word: RegExp; readonly instead: string }[] = [
  { word: /\banew\b/i, instead: 'again, re-run, rebuild' },
  { word: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair' },
  { word: /\bmeld(s|ed|ing)?\b/i, instead: 'blend seams, feather' },
  { word: /\b(lay|lays|laid)\b|\b(lay|laid)[A-Z]|[a-z]Laid\b/, instead: 'composite, overlay, blend' },
  { word: /\b(told|tells?)\b|\btold[A-Z]|[a-z]Told\b/i, instead: 'reported, estimated, shows' },
  { word: /\bways? out\b|wayOut/i, instead: 'suggested size, fallback' },
  { word: /\busual\b|\busual[A-Z]|[a-z]Usual/, instead: 'median, baseline, default, typical' },
  { word: /\b[fF]aults?\b|[a-z]Faults?\b|\bfaults?[A-Z]/, instead: 'error, problem, violation' },
  {
    word: /\b(Desk|CardPress|startPress|Wheel|LEASH|peel\w*)\b/,
    instead: 'scheduler, renderer, twiddle factors, guide weight',
  },
  { word: /\b(SURE|SAME|FAINT|PURE|ENOUGH|LARGEST)\b/, instead: 'a name that says what it bounds, and the unit' },
  {
    word: /\b(LEAST|MOST)\b|\b(least|most)[A-Z_]|\b(LEAST|MOST)_|[a-z](Least|Most)\b|\.(least|most)\b|\b(least|most):/,
    instead: 'min, max',
  },
  { word: /\bground\b(?! truth)|\bgroundOf\b|\bGROUND\b/, instead: 'background' },
  { word: /\bh(ang|angs|ung) on\b/i, instead: 'depend on' },
  { word: /\bstands (twice|in|there|beside|at)\b/i, instead: 'is defined, is duplicated, is' },
  { word: /\b(asked|asks)\b/i, instead: 'requested, required' },
  { word: /\b[a-z]+Looks\b|\blooks\b(?! (like|up|for|at)\b)/, instead: 'passes, views, crops: what it is' },
  { word: /\bplaceOf\b/, instead: 'the location, position, offset or region that is meant' },
  { word: /\bso (many|much)\b/i, instead: 'the number itself: `count`, `N tiles`' },
  { word: /\bin the mean\b/i, instead: 'on average' },
  { word: /\bshares? of\b|\bshare done\b/i, instead: 'fraction (0..1), percentage (0..100)' },
];

/** A source without the contents of its string literals: they hold texts for people, not names. */
const withoutStrings = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, (text) =>
    text.startsWith('/') ? text : text.replace(/[^\n]/g, ''),
  );

const sources = execFileSync('git', ['ls-files', '-z', '--', ...folders], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && path !== 'tests/unit/language.test.ts');

/** Banned words by path and line. */
const violationsOf = (path: string): readonly string[] =>
  withoutStrings(readFileSync(join(root, path), 'utf8'))
    .split('\n')
    .flatMap((line, index) =>
      banned.flatMap(({ word, instead }) => {
        const match = word.exec(line);
        return match ? [`${path}:${index + 1} “${match[0]}”: write ${instead}`] : [];
      }),
    );

describe('the language of the code', () => {
  it('uses the terms of the glossary', () => {
    expect(sources.flatMap(violationsOf)).toEqual([]);
  });
});
