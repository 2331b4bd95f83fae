import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { readFrontMatter } from '../content/frontmatter.ts';
import type { EditedCollection } from './config.ts';
import { mergeText } from './front-matter.ts';

export type FilesInput = {
  readonly root: string;
  readonly collections: readonly EditedCollection[];
  readonly locales: readonly string[];
  readonly defaultLocale: string;
};

/** A request that the editor's files cannot fulfil, with the HTTP status of its response. */
export class FilesError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The files of a site's collections under the paths by which Decap CMS names them. */
export type CmsFiles = {
  /** Paths of all Markdown files of the entries below a folder. */
  readonly entries: (folder: string) => readonly string[];
  /** Paths of the other files in a folder, such as pictures beside a text. */
  readonly media: (folder: string) => readonly string[];
  readonly read: (path: string) => Buffer;
  /** Writes what is new of a text, unless it is a translation that nobody has begun. */
  readonly writeText: (path: string, text: string) => void;
  readonly writeMedia: (path: string, bytes: Buffer) => void;
  readonly remove: (path: string) => void;
};

/**
 * Returns the files of the collections. Decap CMS names the file of a language `<slug>/index.<locale>.md`, which is
 * `<slug>/<locale>.md` on disk; `<slug>/index.md`, by which it finds out whether an entry exists, is its first language. Throws a `FilesError` for any path outside of the collections.
 */
export function cmsFiles({ root, collections, locales, defaultLocale }: FilesInput): CmsFiles {
  const realRoot = realpathSync(root);
  const resolve = (path: string): string => {
    const parts = path.split('/');
    const isPlain = parts.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part));
    const isOfCollection = collections.some(({ folder }) => path.startsWith(`${folder}/`));
    const file = join(root, sourcePath(path));
    if (!isPlain || !isOfCollection || !isBelow(realRoot, file))
      throw new FilesError(403, `The editor has no access to ${path}.`);
    return file;
  };
  const sourcePath = (path: string): string => {
    const [, folder, locale] = /^(.*\/)index(?:\.([\w-]+))?\.md$/.exec(path) ?? [];
    if (folder === undefined) return path;
    const candidates = locale === undefined ? [defaultLocale, ...locales] : [locale];
    const existing = candidates.find((code) => exists(join(root, folder, `${code}.md`)));
    return `${folder}${existing ?? candidates[0]}.md`;
  };
  const listed = (folder: string, isListed: (name: string) => boolean): readonly string[] =>
    namesIn(resolve(`${folder}/x`).slice(0, -2)).filter(isListed);
  const collectionOf = (path: string) => collections.find(({ folder }) => path.startsWith(`${folder}/`));

  return {
    entries: (folder) =>
      listed(folder, (name) => !name.startsWith('.')).flatMap((slug) => {
        const names = namesIn(join(root, folder, slug));
        return locales
          .filter((locale) => names.includes(`${locale}.md`))
          .map((locale) => `${folder}/${slug}/index.${locale}.md`);
      }),
    media: (folder) =>
      collections.some((one) => folder.startsWith(`${one.folder}/`))
        ? listed(folder, (name) => !name.startsWith('.') && !name.endsWith('.md'))
            .map((name) => `${folder}/${name}`)
            .filter((path) => statSync(join(root, path)).isFile())
        : [],
    read: (path) => {
      const file = resolve(path);
      try {
        return readFileSync(file);
      } catch {
        throw new FilesError(404, `There is no file ${path}.`);
      }
    },
    writeText: (path, text) => {
      const file = resolve(path);
      const locale = basename(file, '.md');
      if (!locales.includes(locale)) throw new FilesError(403, `${path} is no text of an entry.`);
      const title = collectionOf(path)?.collection.title ?? 'title';
      const isTranslation = locale !== defaultLocale;
      if (isTranslation && !exists(file) && isNotBegun(text, { file: path, title })) return;
      mkdirSync(dirname(file), { recursive: true });
      const written = exists(file) ? readFileSync(file, 'utf8') : null;
      const merged = mergeText(written, text);
      if (merged !== written) writeFileSync(file, merged);
    },
    writeMedia: (path, bytes) => {
      if (path.endsWith('.md')) throw new FilesError(403, `${path} is no picture or other file beside a text.`);
      const file = resolve(path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    },
    remove: (path) => rmSync(resolve(path), { force: true }),
  };
}

/** Returns whether a text has neither title nor body: the editor fills fields that all languages share. */
function isNotBegun(text: string, { file, title }: { readonly file: string; readonly title: string }): boolean {
  const front = readFrontMatter(text, file);
  if (!front.ok) return false;
  const { data, body } = front.value;
  return (data[title] === undefined || data[title] === null || data[title] === '') && body.trim() === '';
}

/** Returns whether a file is below a folder, also when folders on its way are symbolic links. */
function isBelow(folder: string, file: string): boolean {
  for (let path = file; path !== dirname(path); path = dirname(path)) {
    if (exists(path)) return `${realpathSync(path)}${sep}`.startsWith(`${folder}${sep}`);
  }
  return false;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
