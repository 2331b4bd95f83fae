import type { RouteRule, SiteInfo } from '../contract.ts';
import { decodePart } from '../lib/url.ts';
import type { Fix } from './fix.ts';
import type { CheckedPage, Finding, PageLimits } from './page-rules.ts';

/** The pages of a site with their links and redirects. */
export type CheckedSite = {
  readonly site: Pick<SiteInfo, 'url' | 'base' | 'locales'>;
  readonly pages: readonly CheckedPage[];
  /** Path of a page -> paths that it links to, without base, with or without a fragment. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** Links of Markdown with their positions, by path of the page. */
  readonly written: ReadonlyMap<string, readonly (readonly [target: string, line: number, column: number])[]>;
  /** Path or glob -> redirect. */
  readonly rules: { readonly [path: string]: RouteRule };
  /** Returns the size of an output file in bytes, by its path without base; undefined if there is none. */
  readonly bytesOf: (path: string) => number | undefined;
};

/** Checks the rules that concern several pages: duplicates, alternates, orphans, redirects and large pictures. */
export function checkSite(checked: CheckedSite, limits: PageLimits): readonly Finding[] {
  return [
    ...duplicates(checked),
    ...hreflang(checked),
    ...orphans(checked),
    ...redirects(checked),
    ...largePictures(checked, limits),
  ];
}

const listedPages = ({ pages }: CheckedSite): readonly CheckedPage[] =>
  pages.filter(({ index, status }) => index && status === 200);

function duplicates(checked: CheckedSite): readonly Finding[] {
  const findings: Finding[] = [];
  for (const name of ['title', 'description'] as const) {
    const groups = new Map<string, CheckedPage[]>();
    for (const page of listedPages(checked).filter(({ isContinuation }) => !isContinuation)) {
      const key = `${page.locale} ${page.facts[name].trim()}`;
      groups.set(key, [...(groups.get(key) ?? []), page]);
    }
    for (const [key, [first, ...others]] of groups) {
      if (!first || others.length === 0 || first.facts[name].trim() === '') continue;
      const rest = others.slice(0, 3).map(({ path }) => path);
      const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
      findings.push({
        code: name === 'title' ? 'PAGE_TITLE_REPEATED' : 'PAGE_DESCRIPTION_REPEATED',
        subject: first.path,
        file: first.file,
        message: `${[first.path, ...rest].join(', ')}${more} have the same ${name}: “${key.slice(key.indexOf(' ') + 1)}”`,
        hint: 'Say in each what it alone has: search engines may list only one of them.',
      });
    }
  }
  return findings;
}

function hreflang(checked: CheckedSite): readonly Finding[] {
  const urlOf = ({ path }: CheckedPage) => checked.site.url + encodeURI(checked.site.base + path);
  const byUrl = new Map(listedPages(checked).map((page) => [urlOf(page), page]));
  const findings: Finding[] = [];
  const report = ({ path, file }: CheckedPage, message: string) => {
    const hint = 'Search engines ignore alternates that are not mutual. Remove what changes them by hand.';
    findings.push({ code: 'PAGE_ALTERNATE_ONE_SIDED', subject: path, file, message: `${path}: ${message}`, hint });
  };
  for (const page of listedPages(checked)) {
    const { alternates } = page.facts;
    if (alternates.length === 0) continue;
    const ownUrl = urlOf(page);
    if (!alternates.some(([, href]) => href === ownUrl)) report(page, 'its alternates do not name the page itself.');
    for (const href of new Set(alternates.map(([, url]) => url))) {
      if (href === ownUrl || !href.startsWith(checked.site.url)) continue;
      const other = byUrl.get(href);
      if (!other) report(page, `its alternate ${href} is no page that search engines may list.`);
      else if (!other.facts.alternates.some(([, back]) => back === ownUrl))
        report(page, `its alternate ${href} does not name it.`);
    }
  }
  return findings;
}

/** Returns the paths, without fragments, that other pages link to. */
function linkedPaths({ pages, targets }: CheckedSite): ReadonlySet<string> {
  const linked = new Set<string>();
  for (const { path } of pages) {
    for (const target of targets.get(path) ?? []) {
      const to = target.split('#')[0] as string;
      if (to !== '' && to !== path) linked.add(to);
    }
  }
  return linked;
}

function orphans(checked: CheckedSite): readonly Finding[] {
  const linked = linkedPaths(checked);
  const home = new Set(['/', ...checked.site.locales.map(({ prefix }) => prefix)]);
  return listedPages(checked)
    .filter(({ path }) => !linked.has(path) && !home.has(path))
    .map(({ path, file }) => ({
      code: 'PAGE_ORPHAN',
      subject: path,
      file,
      message: `${path} is linked from no other page.`,
      hint: 'Link to it, set `index: false` on its route, or remove it.',
    }));
}

function redirects(checked: CheckedSite): readonly Finding[] {
  const { rules, site, pages } = checked;
  const target = (path: string): string | undefined => {
    const to = rules[path]?.redirect?.to;
    return to?.startsWith(site.base) ? decodePart(to.slice(site.base.length).split(/[?#]/)[0] as string) : to;
  };
  /** Where a redirect ends, by all of its steps; undefined if the path is not redirected. */
  const finalTarget = (path: string): string | undefined => {
    const seen = new Set([path]);
    let end = target(path);
    for (let next = end; next !== undefined && !seen.has(next); next = target(next)) {
      seen.add(next);
      end = next;
    }
    return end;
  };
  const chains = Object.keys(rules).flatMap((from): Finding[] => {
    const step = target(from);
    const next = step === undefined ? undefined : target(step);
    if (next === undefined) return [];
    const message = `The redirect from ${from} leads to ${step}, which redirects to ${next}.`;
    const hint = `Redirect ${from} to ${finalTarget(from)} directly: each step costs visitors a request.`;
    return [{ code: 'REDIRECT_CHAIN', subject: from, file: 'config/routes.yaml', message, hint }];
  });
  const links = pages.flatMap(({ path, file }) =>
    (checked.written.get(path) ?? []).flatMap(([to, line, column]): Finding[] => {
      const linkPath = to.split('#')[0] as string;
      const end = finalTarget(linkPath);
      if (end === undefined) return [];
      const message = `The link to ${linkPath} leads to a redirect to ${end}.`;
      const fix: Fix | null = file === null ? null : { kind: 'link', file, line, from: linkPath, to: end };
      const hint = `Link to ${end}: \`npx sitegen check --fix\` does it.`;
      return [{ code: 'LINK_REDIRECTED', subject: path, file, line, column, message, hint, ...(fix && { fix }) }];
    }),
  );
  return [...chains, ...links];
}

function largePictures({ pages, site, bytesOf }: CheckedSite, { pictureKb }: PageLimits): readonly Finding[] {
  const shownOn = new Map<string, CheckedPage[]>();
  for (const page of pages) {
    // Browsers load one of the candidates of `srcset`, and not `src`.
    for (const { src, candidates } of page.facts.images) {
      for (const url of candidates.length > 0 ? candidates : [src]) {
        if (url.startsWith(`${site.base}/`)) shownOn.set(url, [...(shownOn.get(url) ?? []), page]);
      }
    }
  }
  return [...shownOn].flatMap(([url, [first, ...others]]): Finding[] => {
    const kb = (bytesOf(decodePart(url.slice(site.base.length))) ?? 0) / 1000;
    if (!first || kb <= pictureKb) return [];
    const where = others.length > 0 ? `${first.path} and ${others.length} more` : first.path;
    const message = `${where}: the picture ${url} has ${Math.round(kb)} kB; ${pictureKb} kB are allowed.`;
    const hint = 'Put it beside a text and set `pictures` in config/site.yaml, or save it smaller.';
    return [{ code: 'PICTURE_HEAVY', subject: first.path, file: first.file, message, hint }];
  });
}
