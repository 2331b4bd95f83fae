import type { SiteConfig } from '../config/types.ts';
import type { Diagnostic, Json } from '../contract.ts';
import type { Result } from '../report/result.ts';

/** Files and settings that are added to a site. */
export type Addition = {
  /** Contents of new files by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Values for YAML files of `config/`, which keep their comments. */
  readonly entries?: readonly YamlEntry[];
};

/** A value for a YAML file: appended to the list at a path of keys, or set at that path. */
export type YamlEntry = {
  readonly file: string;
  readonly keys: readonly string[];
  readonly value: Json;
  readonly list: boolean;
  /** Items that a missing list implies. They are written before the first new item, so that they stay valid. */
  readonly implied?: readonly Json[];
};

export type AddOptions = {
  readonly collection?: string;
  /** Locales of a post; `all` stands for every locale. */
  readonly locale?: readonly string[];
  readonly slug?: string;
  /** Values of the front matter of a post, `key=value`. */
  readonly set?: readonly string[];
  /** Path of a page. */
  readonly path?: string;
  /** ISO date of an entry. */
  readonly today: string;
  /** Whether there is a folder of messages of the name. */
  readonly hasMessages?: boolean;
  /** Code around the pages: that of `site`, without the pages. */
  readonly frame: string;
};

/** Returns what a new post, page, locale or collection adds to a site. `name` is that of the command line. */
export type CreateAddition = (name: string, config: SiteConfig, options: AddOptions) => Result<Addition>;

export const addProblem = (code: string, message: string, hint: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
  hint,
});

/** Returns the words of a name in lower case: of `about us`, `about-us` and `AboutUs`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** Returns a word with its first letter in upper case. */
export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the key of the messages of a page or collection: `aboutUs` for `About us`. */
export function messagesKey(name: string): string {
  const [first = '', ...others] = wordsOf(name);
  return first + others.map(capitalise).join('');
}

/**
 * Returns the tags around the content of a new page: those of `main` if nothing around the pages has it, with the id that a
 * link to the content names; else the given ones.
 */
export function contentTags(frame: string, tags: readonly [string, string]): readonly [start: string, end: string] {
  if (/<main\b/.test(frame)) return tags;
  const id = /href="#([\w-]+)"/.exec(frame)?.[1];
  return [id === undefined ? '<main>' : `<main id="${id}">`, '</main>'];
}
