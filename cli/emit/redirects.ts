import type { Locale, SiteInfo } from '../contract.ts';
import { escapeHtml } from '../lib/escape.ts';
import { isGlob, type Rules } from '../lib/path-rules.ts';
import { htmlFile } from '../lib/paths.ts';
import { absoluteUrl, isRedirectTarget, urlPath } from '../lib/url.ts';
import type { OutputFile } from '../routes/types.ts';

export type RedirectInput = {
  readonly site: Pick<SiteInfo, 'url' | 'base' | 'name' | 'locales' | 'defaultLocale'>;
  readonly rules: Rules;
};

/**
 * Returns a page for each redirect from an exact path, for hosts without redirects. The page refreshes to the target
 * without a script and shows a link. Only a host can redirect globs. Targets must be paths or http(s) URLs.
 */
export function redirectPages({ site, rules }: RedirectInput): readonly OutputFile[] {
  return Object.entries(rules).flatMap(([path, { redirect }]) => {
    if (!redirect || isGlob(path) || !isRedirectTarget(redirect.to)) return [];
    const file = /\.html?$/.test(path) ? path.slice(1) : htmlFile({ path, status: redirect.status });
    return [{ path: file, content: redirectPage(site, path, redirect.to) }];
  });
}

function redirectPage(site: RedirectInput['site'], path: string, to: string): string {
  const { language, dir } = localeOf(site, path);
  const canonical = escapeHtml(absoluteUrl(site, to));
  const href = to.startsWith('/') ? escapeHtml(urlPath(site.base, to)) : canonical;
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}" dir="${dir}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="refresh" content="0; url=${href}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(site.name)}</title>`,
    `<link rel="canonical" href="${canonical}">`,
    '</head>',
    '<body>',
    `<p><a href="${href}">${canonical}</a></p>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Returns the locale whose prefix the path has, else the default one. */
function localeOf(site: RedirectInput['site'], path: string): Pick<Locale, 'language' | 'dir'> {
  const hasPrefixOf = ({ prefix }: Locale): boolean =>
    prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`));
  const locale = site.locales.find(hasPrefixOf) ?? site.locales.find((locale) => locale.code === site.defaultLocale);
  return locale ?? { language: site.defaultLocale, dir: 'ltr' };
}
