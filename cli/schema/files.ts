import { Minimatch } from 'minimatch';
import { dataEnding } from './records.ts';

/** The entry that a file is, or holds. */
export type EntryFile = {
  /** Path of the entry within its collection, without locale; the records of a file may have ids of their own. */
  readonly folder: string;
  /** Null: the file says none. */
  readonly locale: string | null;
};

export type EntryFiles = {
  /** True for a folder with `<slug>/<locale>.md`, false for a pattern or a file. */
  readonly isFolder: boolean;
  /** True for a pattern, each of whose data files may be one record. */
  readonly isPattern: boolean;
  /** The entry of a path; null for a path that does not belong to the collection. */
  readonly entryOf: (path: string) => EntryFile | 'misplaced' | null;
};

/** Ending of texts: Markdown, and MDX, which a plugin of the site compiles. */
export const textEnding = /\.mdx?$/;

export const isMdx = (path: string): boolean => path.endsWith('.mdx');

/** True for a pattern of files. */
export const hasWildcard = (path: string): boolean => /[*?[\]()!+@{}]/.test(path);

/** True for a pattern or the name of a file, false for a folder with `<slug>/<locale>.md`. */
export const isPatternOrFile = (from: string): boolean =>
  hasWildcard(from) || textEnding.test(from) || dataEnding.test(from);

/** Returns a function that finds the entries of a collection among the source files. `codes`: all locales of the site. */
export function entryFiles(from: string, codes: readonly string[]): EntryFiles {
  if (!isPatternOrFile(from)) return inFolder(from);
  const hasLocale = from.includes('{locale}');
  const variants = hasLocale
    ? codes.map((code) => variantOf(from.replaceAll('{locale}', code), code))
    : [variantOf(from, null)];
  return {
    isFolder: false,
    isPattern: hasWildcard(from),
    entryOf: (path) => {
      const variant = variants.find(({ base, matches }) => path.startsWith(base) && matches(path));
      if (!variant) return null;
      const name = path.slice(variant.base.length).replace(/\.[^./]+$/, '');
      const { code } = variant;
      const localeSuffix = code === null ? /^(.+)\.([A-Za-z0-9-]+)$/.exec(name) : null;
      const locale =
        code ?? (localeSuffix && codes.includes(localeSuffix[2] as string) ? (localeSuffix[2] as string) : null);
      const stem = locale === null ? name : withoutLocale(name, locale);
      return { folder: textEnding.test(path) ? stem.replace(/(?:^|\/)index$/, '') : stem, locale };
    },
  };
}

type Variant = { readonly base: string; readonly matches: (path: string) => boolean; readonly code: string | null };

function variantOf(pattern: string, code: string | null): Variant {
  const segments = pattern.split('/');
  const first = segments.findIndex((segment) => hasWildcard(segment));
  const folders = first < 0 ? segments.slice(0, -1) : segments.slice(0, first);
  const matcher = new Minimatch(pattern, { nonegate: true, nocomment: true });
  return { base: `${folders.join('/')}/`, matches: (path) => matcher.match(path), code };
}

/** `guide/install.de` and `guide/install/de` -> `guide/install`. */
function withoutLocale(name: string, locale: string): string {
  if (name === locale) return '';
  return name.endsWith(`.${locale}`) || name.endsWith(`/${locale}`) ? name.slice(0, -locale.length - 1) : name;
}

function inFolder(from: string): EntryFiles {
  const prefix = `${from}/`;
  return {
    isFolder: true,
    isPattern: false,
    entryOf: (path) => {
      // MDX is code: a collection takes it only by a pattern that names it.
      if (!path.startsWith(prefix) || !path.endsWith('.md')) return null;
      const match = /^(.+)\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\.md$/.exec(path.slice(prefix.length));
      return match ? { folder: match[1] as string, locale: match[2] as string } : 'misplaced';
    },
  };
}
