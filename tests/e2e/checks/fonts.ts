import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const { resolve } = createRequire(import.meta.url);

/** Fonts for scripts that test machines often lack, with the family names that the site requests. */
const FACES: { readonly [language: string]: { readonly font: string; readonly names: readonly string[] } } = {
  th: { font: 'noto-serif-thai/files/noto-serif-thai-thai', names: ['Noto Sans Thai', 'Noto Serif Thai'] },
  hi: {
    font: 'noto-serif-devanagari/files/noto-serif-devanagari-devanagari',
    names: ['Noto Sans Devanagari', 'Noto Serif Devanagari'],
  },
};

/** Loads fonts for Thai and Devanagari, so that texts have their real width on every machine. */
export async function addFonts(page: Page, language: string): Promise<void> {
  const face = FACES[language];
  if (!face) return;
  const file = readFileSync(resolve(`@fontsource-variable/${face.font}-wght-normal.woff2`)).toString('base64');
  await page.evaluate(
    async ([names, content]) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      for (const name of names) document.fonts.add(await new FontFace(name, bytes, { weight: '100 900' }).load());
    },
    [face.names, file] as const,
  );
}
