import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Writing that machines in tests often have no font for, with the names under which the site asks for one. */
const FACES = [
  { font: 'noto-serif-thai', subset: 'thai', names: ['Noto Sans Thai', 'Noto Serif Thai'] },
  { font: 'noto-serif-devanagari', subset: 'devanagari', names: ['Noto Sans Devanagari', 'Noto Serif Devanagari'] },
] as const;

const faces = FACES.flatMap(({ font, subset, names }) => {
  const file = resolve(`@fontsource-variable/${font}/files/${font}-${subset}-wght-normal.woff2`);
  const data = readFileSync(file).toString('base64');
  return names.map(
    (name) => `@font-face{font-family:"${name}";font-weight:100 900;src:url(data:font/woff2;base64,${data})}`,
  );
});

/** Styles that give Thai and Devanagari their true width anywhere. They need a context with `bypassCSP`. */
export const fontStyles = faces.join('\n');
