import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { usePageState } from './context.tsx';
import { isScriptUrl, normalizePath, resolveLocalePath, splitPath, withBase } from './paths.ts';

type Attributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>;

/** Props of `Link`: those of an `<a>`, with `to` in place of `href`. */
export type LinkProps = Attributes & {
  /** Path with locale prefix but without base, or any URL. */
  readonly to: string;
  /** Whether to prefetch the page; true by default. */
  readonly prefetch?: boolean;
};

/**
 * Renders an `<a>` whose `href` includes the base. URLs that run scripts are dropped. `navigation.ts` handles the
 * clicks.
 */
export function Link({ to, prefetch = true, rel, ...attributes }: LinkProps): ReactNode {
  const { site, payload } = usePageState();
  const isCurrent = normalizePath(splitPath(to)[0]) === payload.route.path;
  const safeRel = rel ?? (attributes.target === '_blank' ? 'noopener noreferrer' : undefined);
  return (
    <a
      aria-current={isCurrent ? 'page' : undefined}
      {...attributes}
      rel={safeRel}
      href={isScriptUrl(to) ? undefined : withBase(to, site.base)}
      data-prefetch={prefetch ? undefined : 'off'}
    />
  );
}

/** Props of `LocaleLink`: those of `Link`, with a path without language. */
export type LocaleLinkProps = Omit<LinkProps, 'to'> & {
  /** Path of a route without locale prefix and base, such as `/blog`; any other URL is the same in every locale. */
  readonly to: string;
  /** Locale code of the target; the page's locale by default. */
  readonly locale?: string;
};

/**
 * Renders a link to a route in the page's or the given locale; in the default locale if the route does not exist there.
 */
export function LocaleLink({ to, locale, ...attributes }: LocaleLinkProps): ReactNode {
  const { site, locale: current } = usePageState();
  const target = resolveLocalePath(site, to, locale ?? current.code);
  const hrefLang = target.locale.code === current.code ? undefined : target.locale.language;
  return <Link hrefLang={hrefLang} {...attributes} to={target.path} />;
}
