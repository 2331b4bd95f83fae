import type { LocaleSettings, SiteConfig } from '../config/types.ts';
import type { Message } from '../contract.ts';
import { type Result, settle } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { checkLocale } from './check.ts';
import { compileFiles, type LocaleCache, type LocaleFiles } from './files.ts';
import { pseudoMessage } from './pseudo.ts';

export type { LocaleCache } from './files.ts';

/** The messages of a locale, completed from its fallback locales. */
export type Catalogue = {
  readonly messages: { readonly [key: string]: Message };
  /** Key -> locale of the message, for messages from a fallback locale only. */
  readonly from: { readonly [key: string]: string };
};

/** Keys of the messages that a locale needs and does not translate. */
export type Coverage = { readonly locale: string; readonly missing: readonly string[] };

export type Catalogues = {
  readonly locales: { readonly [code: string]: Catalogue };
  readonly coverage: readonly Coverage[];
};

export type LocaleOptions = {
  readonly cache?: LocaleCache;
  /** Returns which keys a locale needs; default: all. */
  readonly needed?: (code: string) => (key: string) => boolean;
};

const noFiles: LocaleFiles = new Map();

/**
 * Compiles `locales/<code>/*.json` for the locales to build and their fallbacks, and checks each translation against
 * the default locale. A missing or empty message is not an error: it falls back, and is listed in `coverage`.
 */
export function compileLocales(
  tree: SourceTree,
  config: LocaleSettings,
  options: LocaleOptions = {},
): Result<Catalogues> {
  const builtCodes = config.list.map((locale) => locale.code);
  const codes = [
    ...new Set([config.default, ...builtCodes, ...builtCodes.flatMap((code) => config.fallbacks[code] ?? [])]),
  ];
  const { locales, problems } = compileFiles(tree, codes, options.cache);
  const filesOf = (code: string): LocaleFiles => locales.get(code) ?? noFiles;
  const source = filesOf(config.default);
  const translationProblems = codes.flatMap((code) =>
    checkLocale(tree, {
      files: filesOf(code),
      source: code === config.default ? null : source,
      defaultLocale: config.default,
      language: config.languages[code] ?? code,
    }),
  );
  const needed = options.needed ?? (() => () => true);
  const catalogueIn = (code: string): Catalogue => {
    const fallbacks = (config.fallbacks[code] ?? []).map((other) => [other, filesOf(other)] as const);
    const catalogue = catalogueOf(filesOf(code), fallbacks);
    return config.pseudo ? pseudoCatalogue(catalogue) : catalogue;
  };
  const catalogues = (): Catalogues => ({
    locales: createdOnUse(builtCodes, catalogueIn),
    coverage: builtCodes.map((code) => ({ locale: code, missing: missingKeys(filesOf(code), source, needed(code)) })),
  });
  return settle(catalogues, [...problems, ...translationProblems]);
}

/** Returns a record whose values are created when they are first read: the first page of a server needs one locale. */
function createdOnUse<T>(keys: readonly string[], create: (key: string) => T): Readonly<Record<string, T>> {
  const record: Record<string, T> = {};
  for (const key of keys) {
    const get = (): T => {
      const value = create(key);
      Object.defineProperty(record, key, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(record, key, { get, enumerable: true, configurable: true });
  }
  return record;
}

/** Returns the catalogue of a pseudo-locale made of a catalogue. */
const pseudoCatalogue = ({ messages, from }: Catalogue): Catalogue => ({
  messages: Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, pseudoMessage(message)])),
  from,
});

const messageOf = (files: LocaleFiles, name: string, key: string): Message =>
  files.get(name)?.compiled.messages.get(key)?.message ?? '';

function catalogueOf(
  files: LocaleFiles,
  fallbacks: readonly (readonly [code: string, files: LocaleFiles])[],
): Catalogue {
  const messages: Record<string, Message> = {};
  const from: Record<string, string> = {};
  const source = fallbacks.at(-1)?.[1] ?? files;
  for (const [name, { compiled }] of source) {
    for (const { key, message: original } of compiled.messages.values()) {
      const message = messageOf(files, name, key);
      messages[key] = message;
      if (message !== '' || original === '') continue;
      const fallback = fallbacks.find(([, other]) => messageOf(other, name, key) !== '');
      if (!fallback) continue;
      messages[key] = messageOf(fallback[1], name, key);
      from[key] = fallback[0];
    }
  }
  // Keys that the default locale does not have come last, so that all locales have the same order.
  for (const { compiled } of files.values()) {
    for (const { key, message } of compiled.messages.values()) messages[key] ??= message;
  }
  return { messages, from };
}

function missingKeys(files: LocaleFiles, source: LocaleFiles, isNeeded: (key: string) => boolean): readonly string[] {
  return [...source].flatMap(([name, { compiled }]) =>
    [...compiled.messages.values()]
      .filter(({ key, message }) => isNeeded(key) && message !== '' && messageOf(files, name, key) === '')
      .map(({ key }) => key),
  );
}

/**
 * Returns which messages a locale needs: those of the file that a page's SEO messages are in, only if the page exists
 * in the locale; all other messages always.
 */
export function neededKeys(config: SiteConfig): (locale: string) => (key: string) => boolean {
  const defaultLocale = config.locales.default;
  const localesByFile = new Map<string, Set<string>>();
  for (const route of config.routes) {
    const file = route.seo?.split('.')[0];
    if (file === undefined) continue;
    const codes = localesByFile.get(file) ?? new Set<string>();
    const routeLocales =
      route.locales === 'all' ? config.locales.allCodes : route.locales === 'none' ? [defaultLocale] : route.locales;
    for (const code of routeLocales) codes.add(code);
    localesByFile.set(file, codes);
  }
  return (locale) => (key) => localesByFile.get(key.slice(0, key.indexOf('.')))?.has(locale) ?? true;
}
