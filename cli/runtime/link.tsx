import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { usePageState } from './context.tsx';
import { isScriptUrl, normalizePath, resolveLocalePath, splitPath, withBase } from './paths.ts';

type Attributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>;

export type LinkProps = Attributes & {
  /** Path with locale prefix and without base, or any URL. */
  readonly to: string;
  /** False: do not prefetch the page. */
  readonly prefetch?: boolean;
};

/** An `<a>` whose `href` includes the base. `link-events.ts` handles clicks on every link of the document. */
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

export type LocaleLinkProps = Omit<LinkProps, 'to'> & {
  /** Path of a route without locale prefix and base, such as `/blog`. */
  readonly to: string;
  /** Code of the target's locale; that of the page by default. */
  readonly locale?: string;
};

/** A link to a route in the page's locale, or in the default locale if the route does not exist in the page's. */
export function LocaleLink({ to, locale, ...attributes }: LocaleLinkProps): ReactNode {
  const { site, locale: current } = usePageState();
  const found = resolveLocalePath(site, to, locale ?? current.code);
  const hrefLang = found.locale.code === current.code ? undefined : found.locale.language;
  return <Link hrefLang={hrefLang} {...attributes} to={found.path} />;
}
