import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { imageKey, isAbsoluteUrl } from './links.ts';
import type { IndexedEntry } from './read.ts';

/** Reports each cover and each field of type `image` of published entries whose file does not exist. */
export function missingImages(
  entries: readonly IndexedEntry[],
  media: ReadonlyMap<string, unknown>,
): readonly Diagnostic[] {
  const reported = new Set<string>();
  return entries.flatMap((entry) =>
    entry.images.flatMap(({ key, path, line, column }) => {
      const file = imageKey(path, entry.file);
      if (isAbsoluteUrl(path) || media.has(file)) return [];
      // A record of data is an entry in several locales.
      const location = `${entry.file}:${line}:${column}`;
      if (reported.has(location)) return [];
      reported.add(location);
      return [missingImage({ key, file }, { file: entry.file, line, column }, media)];
    }),
  );
}

function missingImage(
  { key, file }: { readonly key: string; readonly file: string },
  location: Pick<Diagnostic, 'file' | 'line' | 'column'>,
  media: ReadonlyMap<string, unknown>,
): Diagnostic {
  const similar = similarImage(file, media);
  const shownPath = file.startsWith('/') ? `site/public${file}` : file;
  return {
    code: 'CONTENT_IMAGE_MISSING',
    severity: 'error',
    message: `\`${key}\` names a picture that does not exist: ${shownPath}`,
    hint: similar === null ? 'Add the file, or remove the line.' : `Did you mean ${similar}?`,
    ...location,
  };
}

/**
 * Returns the problem of a missing image of a text with the name of a similar one, and any other problem unchanged. The threads
 * that render texts can look up an image in the table of media, but not list all.
 */
export function withSimilarImage(problem: Diagnostic, media: ReadonlyMap<string, unknown>): Diagnostic {
  const { code, file, message } = problem;
  const [, url] = /^The image "([^\\]*)" does not exist\.$/.exec(message) ?? [];
  if (code !== 'CONTENT_IMAGE_MISSING' || url === undefined || file === undefined) return problem;
  const similar = similarImage(imageKey(url, file), media);
  return similar === null ? problem : { ...problem, hint: `Did you mean ${similar}?` };
}

/** Returns the key of the image in the same folder, or below it, whose name is most similar; null if none is. */
function similarImage(key: string, media: ReadonlyMap<string, unknown>): string | null {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const beside = [...media.keys()].filter((other) => other.startsWith(folder));
  const name = suggest(
    key.slice(folder.length),
    beside.map((other) => other.slice(folder.length)),
  );
  return name === null ? null : folder + name;
}
