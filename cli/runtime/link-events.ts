import type { Build } from './build.ts';
import { whenIdle } from './idle.ts';
import type { Loader } from './loader.ts';
import type { Router } from './router.ts';
import { isFile, pagePath } from './targets.ts';

export type LinkEventsInput = {
  readonly base: string;
  readonly build: Build;
  readonly loader: Loader;
  readonly router: Router;
  /** Saves scroll position and focus before the browser itself follows a link to a fragment of the page. */
  readonly beforeHash: () => void;
};

export type LinkEvents = {
  /** Starts to observe all links in the document, to prefetch their pages when they become visible. */
  readonly observe: () => void;
};

/**
 * Turns clicks on links to pages of the site, including plain links in texts, into client-side navigation. Prefetches
 * the pages of links that are visible, hovered or focused.
 */
export function createLinkEvents(input: LinkEventsInput): LinkEvents {
  document.addEventListener('click', (event) => {
    const link = linkOf(event.target);
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = pageUrl(link, input);
    if (!url) return;
    if (isHashOnly(url)) return input.beforeHash();
    event.preventDefault();
    void input.router.go(url, url.href === location.href ? 'replace' : 'push');
  });

  const prefetch = (link: HTMLAnchorElement): void => {
    const url = link.dataset.prefetch === 'off' ? null : pageUrl(link, input);
    const path = url && !isHashOnly(url) && pagePath(url.pathname, input.base);
    if (path) input.loader.prefetch(path);
  };
  const onInterest = (event: Event): void => {
    const link = linkOf(event.target);
    if (link && mayPrefetch()) prefetch(link);
  };
  document.addEventListener('pointerover', onInterest, { passive: true });
  document.addEventListener('focusin', onInterest);

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      // Links of a closed menu may intersect the viewport without being visible. Observe them until they are.
      if (!isIntersecting || !isVisible(target)) continue;
      observer.unobserve(target);
      whenIdle(() => prefetch(target as HTMLAnchorElement));
    }
  });
  return {
    observe() {
      observer.disconnect();
      if (!mayPrefetch()) return;
      for (const link of document.querySelectorAll('a[href]')) observer.observe(link);
    },
  };
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = (target as Element | null)?.closest?.('a[href]');
  return link instanceof HTMLAnchorElement ? link : null;
}

/**
 * Returns the URL of a link if client-side navigation can follow it, else null. It must lead to a page of this site in
 * the same window.
 */
function pageUrl(link: HTMLAnchorElement, { base, build }: LinkEventsInput): URL | null {
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || /\bexternal\b/.test(link.rel)) return null;
  const path = pagePath(link.pathname, base);
  if (path === null) return null;
  const { kind } = build.find(path);
  // Leave paths that end in a file extension to the browser, unless the build has such a page.
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

function isVisible(element: Element): boolean {
  return (
    !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  );
}

/** Returns whether links may be prefetched: not if the user saves data, nor on 2G connections. */
function mayPrefetch(): boolean {
  const { saveData, effectiveType = '' } = connection();
  return !saveData && !effectiveType.includes('2g');
}
