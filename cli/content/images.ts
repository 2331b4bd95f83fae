import type { Diagnostic, ImageRef } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { ContentIndex, IndexedEntry } from './collect.ts';
import { imageKey, isAbsoluteUrl } from './links.ts';

/** Finds a picture by its key in the table of media. */
export type FindImage = (key: string) => ImageRef | null;

/** Resolves an image path in the front matter of a file; null if the image does not exist. */
export function frontImage(path: string, file: string, find: FindImage): ImageRef | null {
  return isAbsoluteUrl(path) ? { src: path, width: 0, height: 0 } : find(imageKey(path, file));
}

/** Reports each cover and each field of type `image` of a published entry whose file does not exist. */
export function missingImages(content: ContentIndex, media: ReadonlyMap<string, unknown>): readonly Diagnostic[] {
  return publishedEntries(content).flatMap((entry) =>
    entry.images.flatMap(({ key, path, line, column }) => {
      const file = imageKey(path, entry.file);
      if (isAbsoluteUrl(path) || media.has(file)) return [];
      return [missingImage({ key, file }, { file: entry.file, line, column }, media)];
    }),
  );
}

function missingImage(
  { key, file }: { readonly key: string; readonly file: string },
  place: Pick<Diagnostic, 'file' | 'line' | 'column'>,
  media: ReadonlyMap<string, unknown>,
): Diagnostic {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const beside = [...media.keys()].filter((other) => other.startsWith(folder));
  const name = suggest(
    file.slice(folder.length),
    beside.map((other) => other.slice(folder.length)),
  );
  const where = file.startsWith('/') ? `site/public${file}` : file;
  return {
    code: 'CONTENT_IMAGE_MISSING',
    severity: 'error',
    message: `\`${key}\` names a picture that does not exist: ${where}`,
    hint: name === null ? 'Add the file, or remove the line.' : `Did you mean ${folder}${name}?`,
    ...place,
  };
}

/** Keys of all pictures that the front matter of published entries names. */
export function frontImageKeys(content: ContentIndex): ReadonlySet<string> {
  return new Set(
    publishedEntries(content).flatMap(({ images, file }) => images.map(({ path }) => imageKey(path, file))),
  );
}

function publishedEntries(content: ContentIndex): readonly IndexedEntry[] {
  return [...content.values()].flatMap(({ locales }) => Array.from(locales.values(), ({ entries }) => entries).flat());
}
