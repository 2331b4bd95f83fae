import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { PageModule, PagePayload, SiteInfo } from '../contract.ts';
import { createDescriber, type MissingMessage } from './describe.ts';
import { PageTree, type Shell } from './tree.tsx';

/** A page that can be shown at once. */
export type LoadedPage = { readonly payload: PagePayload; readonly module: PageModule };

export type HostInput = {
  readonly site: SiteInfo;
  readonly App: Shell | undefined;
  readonly first: LoadedPage;
  readonly missing: MissingMessage;
  /** Takes errors that no component has caught; React has emptied the page by then. */
  readonly onCrash: (error: unknown) => void;
};

/** Where pages are shown: the React root and what stands in it. */
export type Host = {
  readonly current: () => LoadedPage;
  /** Renders a page; `onCommit` runs once it stands in the document. */
  readonly show: (page: LoadedPage, onCommit: () => void) => void;
};

/** Hydrates the first page. */
export function createHost({ site, App, first, missing, onCrash }: HostInput): Host {
  const container = document.getElementById('root') as HTMLElement;
  const describe = createDescriber({ site, missing, root: container });
  let current = first;

  const tree = ({ payload, module }: LoadedPage, onCommit: () => void) => (
    <PageTree state={describe(payload)} module={module} App={App} onCommit={onCommit} />
  );
  // In slices: a slow device answers to touch while the page comes to life.
  let root!: Root;
  startTransition(() => {
    root = hydrateRoot(
      container,
      tree(first, () => {}),
      { onUncaughtError: onCrash },
    );
  });

  return {
    current: () => current,
    show(page, onCommit) {
      const isUpdate = page.payload.route.path === current.payload.route.path;
      current = page;
      const render = () => root.render(tree(page, onCommit));
      if (isUpdate || !mayAnimate()) startTransition(render);
      else animate(() => flushSync(render));
    },
  };
}

function mayAnimate(): boolean {
  return (
    'startViewTransition' in document && !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

function animate(change: () => void): void {
  const transition = document.startViewTransition(change);
  // A transition that is cut short rejects; the page has changed all the same.
  for (const promise of [transition.ready, transition.finished]) promise.catch(() => {});
}
