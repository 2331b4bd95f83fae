import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { ThemeName } from '../../../../cli/contract.ts';
import { bootScript } from '../../../../cli/runtime/boot-script.ts';

/** Runs the script in a bare document and returns what it did to `<html>`. */
function run(theme: ThemeName, { stored, prefersDark = false }: { stored?: string | null; prefersDark?: boolean }) {
  const html = { dataset: {} as Record<string, string>, style: {} as Record<string, string> };
  const localStorage = {
    getItem() {
      if (stored === undefined) throw new Error('SecurityError');
      return stored;
    },
  };
  runInNewContext(bootScript({ theme }), {
    document: { documentElement: html },
    window: { addEventListener() {} },
    matchMedia: () => ({ matches: prefersDark }),
    localStorage,
  });
  return [html.dataset.themeChoice, html.dataset.theme, html.style.colorScheme];
}

test.each([
  ['dark', { stored: null }, ['dark', 'dark', 'dark']],
  ['dark', { stored: 'light' }, ['light', 'light', 'light']],
  ['dark', { stored: 'nonsense' }, ['dark', 'dark', 'dark']],
  ['light', {}, ['light', 'light', 'light']],
  ['system', { stored: null, prefersDark: true }, ['system', 'dark', 'dark']],
  ['dark', { stored: 'system' }, ['system', 'light', 'light']],
] as const)('Theme: light, dark or system; by default %s with %j', (theme, visitor, shown) => {
  expect(run(theme, visitor)).toEqual(shown);
});

test('the text depends on the defaults alone, is shorter than 1 kB and does not end the script element', () => {
  expect(bootScript({ theme: 'dark' })).toBe(bootScript({ theme: 'dark' }));
  expect(bootScript({ theme: 'dark' }).length).toBeLessThan(1024);
  expect(bootScript({ theme: 'dark' })).not.toContain('</');
});
