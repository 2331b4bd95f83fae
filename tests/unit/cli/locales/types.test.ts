import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileLocales } from '../../../../cli/locales/compile.ts';
import { messageTypes } from '../../../../cli/locales/types.ts';
import { treeOf } from '../../../tree.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

function declarations(): string {
  const messages = {
    plain: 'x',
    count: '{count, plural, one {# of {name}} other {# of {name}}}',
    when: '{at, date, short} {who, select, me {I} other {you}} {n, number} {n}',
    list: ['a <b>{x}</b>'],
  };
  const tree = treeOf({ 'locales/en/home.json': JSON.stringify(messages) });
  const result = compileLocales(tree, {
    default: 'en',
    detect: false,
    pseudo: false,
    domains: [],
    domain: null,
    list: [{ code: 'en', name: 'English', language: 'en', dir: 'ltr', prefix: '' }],
    allCodes: ['en'],
    fallbacks: { en: [] },
    languages: { en: 'en' },
  });
  if (!result.ok || !result.value.locales.en) throw new Error('The messages do not compile.');
  return messageTypes(result.value.locales.en);
}

it('declares each key with its values', () => {
  expect(declarations()).toBe(`// Written by sitegen from the messages of the default locale.
export {};
declare module '@safelight/sitegen/runtime' {
  interface MessageArguments {
    "home.count": { count: number; name: string | number };
    "home.list.0": { x: string | number };
    "home.plain": undefined;
    "home.when": { at: Date | number | string; n: number; who: string };
  }
}
`);
});

it('makes a wrong key or value fail the type check of a site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-types-'));
  const errorsOf = (...lines: readonly string[]): string => {
    const use = `import type { Translate } from '@safelight/sitegen/runtime';\ndeclare const t: Translate;\n${lines.join('\n')}\n`;
    writeFileSync(join(folder, 'use.ts'), use);
    try {
      execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
        encoding: 'utf8',
      });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  writeFileSync(join(folder, 'messages.d.ts'), declarations());
  const compilerOptions = {
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
    lib: ['es2023', 'dom', 'dom.iterable'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: {
      '@safelight/sitegen/runtime': [join(root, 'cli/runtime/index.ts')],
      react: [join(root, 'node_modules/@types/react')],
    },
  };
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files: ['use.ts', 'messages.d.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const good = [
    "t('home.plain');",
    "t('home.count', { count: 1, name: 'x' });",
    "t('home.when', { at: 0, who: 'me', n: 1 });",
  ];
  const wrong = [
    "t('home.plian');",
    "t('home.count', { count: 'x', name: 'x' });",
    "t('home.count');",
    "t('home.plain', { a: 1 });",
  ];
  try {
    const found = errorsOf(...good, ...wrong).match(/use\.ts\(\d+/g) ?? [];
    expect(found).toEqual(wrong.map((_, index) => `use.ts(${3 + good.length + index}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
