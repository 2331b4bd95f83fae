import type { z } from 'zod';
import type { Diagnostic, Direction, Locale } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import { didYouMean, problemAt, warningAt } from './explain.ts';
import type { LoadedFile } from './load.ts';
import type { localesSchema } from './schema/routes.ts';
import type { ConfigOverrides, Domain, LocaleSettings, SiteSettings } from './types.ts';

type File = z.output<typeof localesSchema>;
type Origin = Pick<SiteSettings, 'url' | 'base'>;

const urlOf = ({ url }: File['locales'][number], site: Origin): string => url ?? site.url;

/** Returns the domains of a site in the order of its locales; none if all locales have the origin of the site. */
export function domainsOf({ locales }: File, site: Origin): readonly Domain[] {
  const urls = [...new Set(locales.map((locale) => urlOf(locale, site)))];
  if (urls.every((url) => url === site.url)) return [];
  return urls.map((url) => ({
    name: new URL(url).host.replace(':', '-'),
    url,
    codes: locales.filter((locale) => urlOf(locale, site) === url).map(({ code }) => code),
  }));
}

/**
 * Returns the prefix of a locale's paths in the build of a domain, and the URL of its pages if they are on another
 * domain: their paths are then URLs. The default locale of the site has no prefix on its domain, else the first one.
 */
export function addressOn(
  domain: Domain,
  locale: File['locales'][number],
  { file, site }: { readonly file: File; readonly site: Origin },
): { readonly prefix: string; readonly url?: string } {
  const origin = urlOf(locale, site);
  const codes = domainsOf(file, site).find(({ url }) => url === origin)?.codes ?? [];
  const first = codes.includes(file.default) ? file.default : codes[0];
  const hasPrefix = locale.code !== first || (locale.code === file.default && file.prefixDefault);
  const prefix = hasPrefix ? `/${locale.code}` : '';
  if (origin === domain.url) return { prefix };
  const url = origin + site.base;
  return { prefix: url + prefix, url };
}

/** Right-to-left scripts (Unicode, UAX 44: Bidi_Class R or AL). */
const rightToLeft = 'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' ');

function directionOf(language: string): Direction {
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}

type Options = Pick<ConfigOverrides, 'locales' | 'pseudo' | 'domain'> & {
  /** Null: its file has errors. */
  readonly site: Pick<SiteSettings, 'url' | 'base'> | null;
};

/**
 * Completes the settings of the locales. With `locales`, the list has these and the default one. Without `domain`, all
 * locales are on one domain, as in development.
 */
export function resolveLocales(
  loaded: LoadedFile<File>,
  { locales: only, pseudo = false, domain: requested, site }: Options,
): { readonly value: LocaleSettings; readonly problems: readonly Diagnostic[] } {
  const { value: file, locate } = loaded;
  const codes = file.locales.map((locale) => locale.code);
  const languageOf = (locale: File['locales'][number]): string => locale.language ?? locale.code;
  const domains = site ? domainsOf(file, site) : [];
  const domain = domains.find(({ name }) => name === requested) ?? null;
  const problems = [
    ...checkLocales(loaded),
    ...checkRequestedLocales(codes, only),
    ...(site && requested !== undefined && !domain ? [unknownDomain(requested, domains)] : []),
  ];
  if (loaded.isComplete && !codes.includes(file.default)) {
    const hint = didYouMean(suggest(file.default, codes), 'Add it to `locales`, or name one that is there.');
    const text = [`The default locale \`${file.default}\` is not one of \`locales\`.`, hint] as const;
    problems.push(problemAt(locate(['default']), 'CONFIG_UNKNOWN_LOCALE', text));
  }
  const list = file.locales
    .filter((locale) => only === undefined || only.includes(locale.code) || locale.code === file.default)
    .map((locale): Locale => {
      const language = languageOf(locale);
      const prefix = locale.code === file.default && !file.prefixDefault ? '' : `/${locale.code}`;
      const dir = locale.dir ?? directionOf(language);
      const address = domain && site ? addressOn(domain, locale, { file, site }) : { prefix };
      return { code: locale.code, name: locale.name, language, dir, ...address };
    });
  const fallbackChain = ({ code, fallback }: File['locales'][number]): string[] =>
    [...new Set([...fallback, file.default])].filter((other) => other !== code);
  const value: LocaleSettings = {
    default: file.default,
    detect: file.detect,
    pseudo,
    domains,
    domain,
    list,
    allCodes: codes,
    fallbacks: Object.fromEntries(
      file.locales.map((locale) => [locale.code, locale.code === file.default ? [] : fallbackChain(locale)]),
    ),
    languages: Object.fromEntries(file.locales.map((locale) => [locale.code, languageOf(locale)])),
  };
  return { value, problems };
}

/** Returns the codes of the locales that this build leaves out. */
export function leftOutCodes({ locales }: { readonly locales: Pick<LocaleSettings, 'allCodes' | 'list'> }): string[] {
  const codes = new Set(locales.list.map(({ code }) => code));
  return locales.allCodes.filter((code) => !codes.has(code));
}

function checkLocales({ value: file, locate, isComplete }: LoadedFile<File>): Diagnostic[] {
  const codes = file.locales.map((locale) => locale.code);
  return file.locales.flatMap(({ code, fallback }, index) => {
    const problems: Diagnostic[] = [];
    if (codes.indexOf(code) !== index) {
      const text = [`There are two locales \`${code}\`.`, 'Remove one of them.'] as const;
      problems.push(problemAt(locate(['locales', index, 'code']), 'CONFIG_DUPLICATE_LOCALE', text));
    }
    for (const [position, other] of fallback.entries()) {
      const location = locate(['locales', index, 'fallback', position]);
      if (other === code) {
        const text = [`The locale \`${code}\` falls back to itself.`, 'Remove it from `fallback`.'] as const;
        problems.push(problemAt(location, 'CONFIG_FALLBACK_LOOP', text));
      } else if (isComplete && !codes.includes(other)) {
        const hint = didYouMean(suggest(other, codes), `The locales are ${codes.join(', ')}.`);
        problems.push(problemAt(location, 'CONFIG_UNKNOWN_LOCALE', [`There is no locale \`${other}\`.`, hint]));
      }
    }
    return problems;
  });
}

function checkRequestedLocales(codes: readonly string[], only: readonly string[] = []): Diagnostic[] {
  return only
    .filter((code) => !codes.includes(code))
    .map((code) => {
      const hint = didYouMean(suggest(code, codes), `The locales are ${codes.join(', ')}.`);
      return problemAt(null, 'CONFIG_OPTION', [`There is no locale \`${code}\` to build.`, hint]);
    });
}

function unknownDomain(name: string, domains: readonly Domain[]): Diagnostic {
  const names = domains.map((domain) => domain.name);
  const domainsHint = names.length === 0 ? 'No locale has a `url`.' : `The domains are ${names.join(', ')}.`;
  return problemAt(null, 'CONFIG_OPTION', [
    `There is no domain \`${name}\`.`,
    didYouMean(suggest(name, names), domainsHint),
  ]);
}

/**
 * Reports each locale without a folder of messages if the site uses messages: another locale has a folder, or a page
 * names keys for its title. Warns of each folder without a locale.
 */
export function checkMessageFolders(
  tree: SourceTree,
  loaded: LoadedFile<File>,
  usesMessages: boolean,
): readonly Diagnostic[] {
  const folders = new Set<string>();
  for (const path of tree.files.keys()) {
    const folder = /^locales\/([^/]+)\/[^/]+\.json$/.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  if (folders.size === 0 && !usesMessages) return [];
  const codes = loaded.value.locales.map((locale) => locale.code);
  const unclaimed = [...folders].filter((folder) => !codes.includes(folder));
  const missing = codes.flatMap((code, index) => {
    if (folders.has(code)) return [];
    const similar = suggest(code, unclaimed) ?? unclaimed.find((folder) => folder.startsWith(`${code}-`)) ?? null;
    const hint = similar
      ? `There is a folder locales/${similar}: rename it, or change the code.`
      : `Create locales/${code}/common.json, or remove the locale from config/locales.yaml.`;
    const text = [`The locale \`${code}\` has no messages: there is no locales/${code}/*.json.`, hint] as const;
    return [problemAt(loaded.locate(['locales', index, 'code']), 'CONFIG_NO_MESSAGES', text)];
  });
  const unused = loaded.isComplete ? unclaimed : [];
  const warnings = unused.map((folder) => {
    const hint = didYouMean(suggest(folder, codes), 'Add the locale to config/locales.yaml, or delete the folder.');
    const text = [`The folder locales/${folder} does not belong to a locale.`, hint] as const;
    return warningAt({ file: 'config/locales.yaml' }, 'CONFIG_SPARE_MESSAGES', text);
  });
  return [...missing, ...warnings];
}
