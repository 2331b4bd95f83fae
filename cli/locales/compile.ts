import type { LocaleSettings } from '../config/types.ts';
import type { Message } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { type Result, settle } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { checkLocale } from './check.ts';
import type { CompiledEntry } from './file.ts';
import { compileFiles, type LocaleCache, type Own } from './own.ts';

export type { LocaleCache } from './own.ts';

/** The messages of a locale, fallbacks filled in. */
export type Catalogue = {
  readonly messages: { readonly [key: string]: Message };
  /** Key -> locale that the message was taken from, for those that fell back only. */
  readonly from: { readonly [key: string]: string };
  /** Hash of a compiled message, hexadecimal; that of `null` where there is no such message. Computed once. */
  readonly hashOf: (key: string) => string;
};

export type Coverage = {
  readonly locale: string;
  /** Messages that the locale needs. */
  readonly total: number;
  /** Needed keys without a message of the locale's own. */
  readonly missing: readonly string[];
  /** Keys that the default locale does not have. */
  readonly extra: readonly string[];
};

export type Catalogues = {
  readonly locales: { readonly [code: string]: Catalogue };
  readonly coverage: readonly Coverage[];
};

export type LocaleOptions = {
  readonly cache?: LocaleCache;
  /** Which keys a locale must have; default: all. */
  readonly needed?: (code: string) => (key: string) => boolean;
};

const nothing: Own = new Map();

/**
 * Compiles `locales/<code>/*.json` for the locales of the configuration and those that they fall back on, and holds
 * each translation to the message of the default locale. A missing message is no error: it falls back and is
 * counted. So does an empty text, which stands for a message still to be translated.
 */
export function compileLocales(
  tree: SourceTree,
  config: LocaleSettings,
  options: LocaleOptions = {},
): Result<Catalogues> {
  const built = config.list.map((locale) => locale.code);
  const codes = [...new Set([config.default, ...built, ...built.flatMap((code) => config.fallbacks[code] ?? [])])];
  const { locales, problems } = compileFiles(tree, codes, options.cache);
  const own = (code: string): Own => locales.get(code) ?? nothing;
  const source = own(config.default);
  const flaws = codes.flatMap((code) =>
    checkLocale(tree, {
      own: own(code),
      source: code === config.default ? null : source,
      main: config.default,
      language: config.languages[code] ?? code,
    }),
  );
  const needed = options.needed ?? (() => () => true);
  return settle(
    () => ({
      locales: Object.fromEntries(
        built.map((code) => [
          code,
          catalogueOf(
            own(code),
            (config.fallbacks[code] ?? []).map((to) => [to, own(to)]),
          ),
        ]),
      ),
      coverage: built.map((code) => coverageOf(code, { source, own: own(code), isNeeded: needed(code) })),
    }),
    [...problems, ...flaws],
  );
}

type Fallbacks = readonly (readonly [code: string, own: Own])[];

function catalogueOf(own: Own, fallbacks: Fallbacks): Catalogue {
  const messages: Record<string, Message> = {};
  const from: Record<string, string> = {};
  const source = fallbacks.at(-1)?.[1] ?? own;
  for (const [name, { compiled }] of source) {
    const mine = own.get(name)?.compiled.entries;
    for (const { key, message: original } of compiled.entries.values()) {
      const message = mine?.get(key)?.message ?? '';
      messages[key] = message;
      if (message !== '' || original === '') continue;
      for (const [code, there] of fallbacks) {
        const fallback = there.get(name)?.compiled.entries.get(key)?.message ?? '';
        if (fallback === '') continue;
        messages[key] = fallback;
        from[key] = code;
        break;
      }
    }
  }
  for (const { key, message } of extraEntries(own, source)) messages[key] = message;
  const hashes = new Map<string, string>();
  return {
    messages,
    from,
    hashOf(key) {
      const hash = hashes.get(key) ?? hashOf(JSON.stringify(messages[key] ?? null));
      hashes.set(key, hash);
      return hash;
    },
  };
}

type CoverageInput = {
  readonly source: Own;
  readonly own: Own;
  readonly isNeeded: (key: string) => boolean;
};

function coverageOf(locale: string, { source, own, isNeeded }: CoverageInput): Coverage {
  const missing: string[] = [];
  let total = 0;
  for (const [name, { compiled }] of source) {
    const mine = own.get(name)?.compiled.entries;
    for (const { key, message } of compiled.entries.values()) {
      if (!isNeeded(key)) continue;
      total++;
      if (message !== '' && (mine?.get(key)?.message ?? '') === '') missing.push(key);
    }
  }
  return { locale, total, missing, extra: extraEntries(own, source).map(({ key }) => key) };
}

/** Entries whose key the default locale does not have. */
function extraEntries(own: Own, source: Own): readonly CompiledEntry[] {
  if (own === source) return [];
  return [...own].flatMap(([name, { compiled }]) => {
    const known = source.get(name)?.compiled.entries;
    return [...compiled.entries.values()].filter(({ key }) => !known?.has(key));
  });
}
