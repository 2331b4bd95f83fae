import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Font families by language, besides the one for Latin and Cyrillic. */
const SCRIPTS = {
  zh: 'noto-serif-sc',
  ja: 'noto-serif-jp',
  ko: 'noto-serif-kr',
  th: 'noto-serif-thai',
  hi: 'noto-serif-devanagari',
};
const LATIN = 'source-serif-4';

/**
 * Loads fonts for texts. The packages split each family into subsets of its characters; only the subsets that a text
 * needs are read, each as a family of its own.
 */
export function createFonts(CanvasKit) {
  const provider = CanvasKit.TypefaceFontProvider.Make();
  const collection = CanvasKit.FontCollection.Make();
  collection.setDefaultFontManager(provider);
  const slices = new Map();
  const loadedNames = new Set();
  const slicesOf = (name) => {
    const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
    if (!slices.has(name)) slices.set(name, readSlices(folder, name));
    return slices.get(name);
  };
  const families = (text, locale) => {
    const script = SCRIPTS[locale];
    const requiredSlices = new Set();
    for (const char of new Set(text)) {
      const code = char.codePointAt(0);
      const first = script !== undefined && code > 0x2ff ? [script, LATIN] : [LATIN, ...(script ? [script] : [])];
      const slice = first
        .flatMap(slicesOf)
        .filter(({ name }) => !/^(?:noto.*-)?latin/.test(name) || !name.startsWith('noto'))
        .find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
      if (slice) requiredSlices.add(slice);
    }
    for (const { name, file } of requiredSlices) {
      if (loadedNames.has(name)) continue;
      provider.registerFont(readFileSync(file), name);
      loadedNames.add(name);
    }
    // Subsets of the script come first: they have its punctuation, and no Latin letters.
    const names = [...requiredSlices].map(({ name }) => name);
    return [...names.filter((name) => !name.startsWith(LATIN)), ...names.filter((name) => name.startsWith(LATIN))];
  };
  return { collection, families };
}

function readSlices(folder, family) {
  const subsets = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  return Object.entries(subsets).map(([subset, ranges]) => ({
    name: `${family}-${subset}`,
    file: join(folder, `files/${family}-${subset}-wght-normal.woff2`.replace(/\[(\d+)\]/, '$1')),
    ranges: ranges.split(',').map((range) => {
      const [from, to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    }),
  }));
}
