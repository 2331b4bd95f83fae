import type { Build } from './build.ts';
import type { Loader } from './loader.ts';
import { isFile, type Router } from './router.ts';
import { pagePath } from './targets.ts';

export type LinksInput = {
  readonly base: string;
  readonly build: Build;
  readonly loader: Loader;
  readonly router: Router;
  /** Keeps scroll and focus of the page before the browser follows a hash by itself. */
  readonly beforeHash: () => void;
};

export type Links = {
  /** Watches the links that stand in the document, to fetch their pages once they are in sight. */
  readonly watch: () => void;
};

/** Takes over clicks on links to pages of the site, also plain ones in articles, and fetches pages ahead. */
export function createLinks(input: LinksInput): Links {
  document.addEventListener('click', (event) => {
    const link = linkOf(event.target);
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = siteUrl(link, input);
    if (!url) return;
    if (isHashOnly(url)) return input.beforeHash();
    event.preventDefault();
    void input.router.go(url, url.href === location.href ? 'replace' : 'push');
  });

  const fetchAhead = (link: HTMLAnchorElement): void => {
    const url = link.dataset.prefetch === 'off' ? null : siteUrl(link, input);
    const path = url && !isHashOnly(url) && pagePath(url.pathname, input.base);
    if (path) input.loader.prefetch(path);
  };
  const onInterest = (event: Event): void => {
    const link = linkOf(event.target);
    if (link && isGenerous()) fetchAhead(link);
  };
  document.addEventListener('pointerover', onInterest, { passive: true });
  document.addEventListener('focusin', onInterest);

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      // A closed menu may lie in sight without being seen; it is watched until it opens.
      if (!isIntersecting || !isSeen(target)) continue;
      observer.unobserve(target);
      whenIdle(() => fetchAhead(target as HTMLAnchorElement));
    }
  });
  return {
    watch() {
      observer.disconnect();
      if (!isGenerous()) return;
      for (const link of document.querySelectorAll('a[href]')) observer.observe(link);
    },
  };
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = (target as Element | null)?.closest?.('a[href]');
  return link instanceof HTMLAnchorElement ? link : null;
}

/** URL of a link that the runtime may follow: a page of this site, in this window. */
function siteUrl(link: HTMLAnchorElement, { base, build }: LinksInput): URL | null {
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || /\bexternal\b/.test(link.rel)) return null;
  const path = pagePath(link.pathname, base);
  if (path === null) return null;
  const { kind } = build.find(path);
  // What is not known to be a page and is named like a file is the browser's.
  if ((kind === 'none' || kind === 'unknown') && isFile(path)) return null;
  return new URL(link.href);
}

function isHashOnly(url: URL): boolean {
  return url.hash !== '' && url.pathname === location.pathname && url.search === location.search;
}

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

export function connection(): Connection {
  return (navigator as { readonly connection?: Connection }).connection ?? {};
}

function isSeen(element: Element): boolean {
  return (
    !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  );
}

/** False where data are dear: data saving, 2G. */
function isGenerous(): boolean {
  const { saveData, effectiveType = '' } = connection();
  return !saveData && !effectiveType.includes('2g');
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 200);
}
