import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('site/styles/tokens.css', 'utf8');

/** Hexadecimal colours of the first rule with this selector. */
const colours = (selector: string): { readonly [name: string]: string } => {
  const from = css.indexOf(`${selector} {`);
  const rule = css.slice(from, css.indexOf('}', from));
  return Object.fromEntries([...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
};

/** Relative luminance and contrast of WCAG 2.2. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

const BACKGROUNDS = ['sunken', 'bg', 'raised', 'surface', 'surface-high'];
const TEXTS = ['text', 'text-soft', 'text-faint', 'accent-text', 'success', 'warning', 'error', 'info'];

describe.each([
  ['dark', ':root'],
  ['light', ':root[data-theme="light"]'],
])('the %s theme', (_, selector) => {
  const of = colours(selector);
  const pairs = TEXTS.flatMap((text) => BACKGROUNDS.map((background) => [text, background] as const));

  test.each(pairs)('%s on %s has the contrast of AAA', (text, background) => {
    expect(contrast(of[text] ?? '', of[background] ?? '')).toBeGreaterThanOrEqual(7);
  });
  test('labels of buttons have the contrast of AAA', () => {
    for (const fill of ['fill', 'fill-hover'])
      expect(contrast(of['on-fill'] ?? '', of[fill] ?? '')).toBeGreaterThanOrEqual(7);
  });
  test('borders of fields and the accent have the contrast of AA for controls', () => {
    for (const background of ['sunken', 'bg', 'raised', 'surface'])
      for (const line of ['line-strong', 'accent'])
        expect(contrast(of[line] ?? '', of[background] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

describe('sizes of the specification (2 and 9)', () => {
  test.each([
    ['--bar: 72px', 'site/styles/tokens.css'],
    ['inset-inline-start: 225px', 'site/shell/RouteList.module.css'],
    ['max-inline-size: 1200px', 'site/shell/Footer.module.css'],
    ['inline-size: 11rem', 'site/shell/Logo.module.css'],
    ['max-block-size: 300px', 'site/shell/LanguageSwitcher.module.css'],
    ['min-block-size: 3.75rem', 'site/ui/Accordion.module.css'],
    ['--calm: 200ms', 'site/styles/tokens.css'],
  ])('%s in %s', (rule, file) => expect(readFileSync(file, 'utf8')).toContain(rule));
});

test('styles use only the breakpoints of the specification: sm 600, md 960, lg 1280, xl 1920, xxl 2560', () => {
  const files = ['site', 'templates'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.css') ? [`${folder}/${name}`] : [],
    ),
  );
  const turns = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*?\(width [<>]=? (\d+)px\)/g)].map(
      ([, width]) => `${width} ${file}`,
    ),
  );
  expect(turns.length).toBeGreaterThan(10);
  expect(turns.filter((one) => !/^(600|960|1280|1920|2560) /.test(one))).toEqual([]);
});
