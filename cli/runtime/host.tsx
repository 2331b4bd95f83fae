import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { Message, PageModule, PagePayload, SiteInfo } from '../contract.ts';
import { PageTree, type Shell } from './context.tsx';
import { createPageStates } from './page-state.ts';

/** A page with its loaded payload and code. */
export type LoadedPage = { readonly payload: PagePayload; readonly module: PageModule };

export type HostInput = {
  readonly site: SiteInfo;
  readonly App: Shell | undefined;
  readonly first: LoadedPage;
  /**
   * Returns a message that is not in the payload; while it is loading, a promise, which must be the same for every
   * call.
   */
  readonly loadMessage: (locale: string, key: string) => Message | Promise<void> | undefined;
  /** Called with errors that no component caught; React has already emptied the page. */
  readonly onUncaught: (error: unknown) => void;
};

/** The React root and the page that it renders. */
export type Host = {
  readonly current: () => LoadedPage;
  /** Renders a page; `onCommit` is called when it is in the document. */
  readonly show: (page: LoadedPage, onCommit: () => void) => void;
};

/** Hydrates the first page and returns the host that renders later ones. */
export function createHost(input: HostInput): Host {
  const { App, first, onUncaught } = input;
  const container = document.getElementById('root') as HTMLElement;
  const stateOf = createPageStates(input, container);
  let current = first;

  const tree = ({ payload, module }: LoadedPage, onCommit: () => void) => (
    <PageTree state={stateOf(payload)} module={module} App={App} onCommit={onCommit} />
  );
  // A transition makes hydration interruptible, so that slow devices stay responsive.
  let root!: Root;
  startTransition(() => {
    root = hydrateRoot(
      container,
      tree(first, () => {}),
      { onUncaughtError: onUncaught },
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
  // An interrupted view transition rejects, although the page has changed.
  for (const promise of [transition.ready, transition.finished]) promise.catch(() => {});
}
