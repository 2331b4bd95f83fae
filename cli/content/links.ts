import type { Diagnostic, ImageRef } from '../contract.ts';
import { slashHint } from '../lib/suggest.ts';
import { decodePart, urlPath } from '../lib/url.ts';
import type { HiddenEntry } from './content-index.ts';

/** The pages that a link can lead to: path without locale prefix -> locale -> path with it. */
export type LinkTable = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Pages, entries and files that links and images of a text may refer to. */
export type LinkScope = {
  /** `''` or `/sub`. */
  readonly base: string;
  readonly links: Pick<LinkTable, 'get'>;
  /** Files beside entries, and images in public folders -> their URLs, without base. */
  readonly media: Pick<ReadonlyMap<string, ImageRef>, 'get'>;
  /** Entry file -> its path. */
  readonly entries: Pick<ReadonlyMap<string, string>, 'get'>;
  /** Entry file that is not published -> why. */
  readonly hidden: Pick<ReadonlyMap<string, HiddenFile>, 'get'>;
  readonly defaultLocale: string;
};

/** Why the file of an entry is not published, for the middle of a sentence, and what to do about a link to it. */
export type HiddenFile = { readonly reason: string; readonly hint: string };

export type TextSource = { readonly file: string; readonly locale: string };

export type Problem = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

const scheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Resolves a link of a text. A path without locale prefix refers to the page in the locale of the text if that exists;
 * `../other/de.md` refers to that entry; other relative paths refer to files beside the entry.
 */
export function resolveLink(url: string, text: TextSource, scope: LinkScope): { href: string } | { problem: Problem } {
  if (url === '' || /^[#?]/.test(url) || scheme.test(url)) return { href: url };
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  if (path.startsWith('/')) {
    const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
    const linked = resolvePath(scope.links, decodePart(plain), { code: text.locale, default: scope.defaultLocale });
    return { href: urlPath(scope.base, linked ?? plain) + rest };
  }
  const file = join(directory(text.file), decodePart(path));
  const entry = scope.entries.get(file);
  if (entry) return { href: urlPath(scope.base, entry) + rest };
  const hidden = scope.hidden.get(file);
  if (hidden !== undefined) {
    return {
      problem: {
        code: 'CONTENT_LINK_BROKEN',
        message: `The link "${url}" leads to ${file}, which ${hidden.reason} and is not published.`,
        hint: hidden.hint,
      },
    };
  }
  const media = scope.media.get(file);
  if (media) return { href: scope.base + media.src + rest };
  return {
    problem: {
      code: 'CONTENT_LINK_BROKEN',
      message: `The link "${decodePart(url)}" refers to a file that does not exist: ${file}`,
      hint:
        slashHint(decodePart(url)) ??
        'Link to a page by its path from the root (/blog/name), or to an entry or file beside this one.',
    },
  };
}

export const hiddenHint = 'Publish that entry, or remove the link until it is.';

/** Returns the reason why an entry is not published, for the middle of a sentence. */
export function hiddenReason({ reason, entry }: HiddenEntry): string {
  switch (reason) {
    case 'draft':
      return 'is a draft';
    case 'later':
      return `is dated ${entry.date}, later than this build,`;
    case 'expired':
      return `expired on ${entry.expires}`;
  }
}

/** Returns why the entries of a locale are not published that the build leaves out. */
export const leftOutLocale = (code: string): HiddenFile => ({
  reason: `is in \`${code}\`, a language that this build leaves out,`,
  hint: `Build the language as well (\`--locale ${code}\`), or remove the link.`,
});

/** Resolves an image of a text: a file beside the entry or in a public folder, or an absolute URL. */
export function resolveImage(url: string, text: TextSource, scope: LinkScope): ImageRef | { problem: Problem } {
  if (scheme.test(url)) return { src: url, width: 0, height: 0 };
  const key = imageKey(url, text.file);
  const linked = scope.media.get(key);
  if (linked) return imageWithBase(linked, scope.base);
  if (key.startsWith('/')) {
    return { problem: missingImageProblem(url, 'Add it to site/public, or write a path relative to the text.') };
  }
  return { problem: missingImageProblem(url, `Add ${key}, or correct the path.`) };
}

const imageWithBase = ({ src, variants, video, ...size }: ImageRef, base: string): ImageRef => ({
  src: base + src,
  ...size,
  ...(variants && { variants: { ...variants, name: base + variants.name } }),
  ...(video && { video: { ...video, name: base + video.name } }),
});

/** Returns the key of an image in the table of media: path below the root of a file beside a text, or URL path of a public file. */
export function imageKey(url: string, textFile: string): string {
  const path = decodePart(url.split(/[?#]/)[0] as string);
  return path.startsWith('/') ? path : join(directory(textFile), path);
}

export const isAbsoluteUrl = (url: string): boolean => scheme.test(url);

const missingImageProblem = (url: string, hint: string): Problem => ({
  code: 'CONTENT_IMAGE_MISSING',
  message: `The image "${decodePart(url)}" does not exist.`,
  hint: slashHint(decodePart(url)) ?? hint,
});

/** Returns the path of a linked page in a locale; in the default locale or else in any if it does not exist in that one. */
function resolvePath(
  links: Pick<LinkTable, 'get'>,
  path: string,
  locale: { code: string; default: string },
): string | null {
  const linked = links.get(path);
  if (!linked) return null;
  return linked[locale.code] ?? linked[locale.default] ?? (Object.values(linked)[0] as string);
}

const directory = (file: string): string => file.slice(0, file.lastIndexOf('/'));

/** Joins and normalises with forward slashes. A `..` above the root is ignored, so that the path finds nothing. */
function join(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
