import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { Message, PageModule, PagePayload, SiteInfo } from '../contract.ts';
import { PageTree, type Shell } from './context.tsx';
import { createPageStates } from './page-state.ts';

/** A page whose payload and code are loaded. */
export type LoadedPage = { readonly payload: PagePayload; readonly module: PageModule };

export type HostInput = {
  readonly site: SiteInfo;
  readonly App: Shell | undefined;
  readonly first: LoadedPage;
  /** Finds a message that the payload does not contain; while it is loading: a promise, the same one for every call. */
  readonly loadMessage: (locale: string, key: string) => Message | Promise<void> | undefined;
  /** Receives errors that no component has caught; React has emptied the page by then. */
  readonly onUncaught: (error: unknown) => void;
};

/** The React root and the page that it shows. */
export type Host = {
  readonly current: () => LoadedPage;
  /** Renders a page; `onCommit` runs once it is in the document. */
  readonly show: (page: LoadedPage, onCommit: () => void) => void;
};

/** Hydrates the first page. */
export function createHost(input: HostInput): Host {
  const { App, first, onUncaught } = input;
  const container = document.getElementById('root') as HTMLElement;
  const stateOf = createPageStates(input, container);
  let current = first;

  const tree = ({ payload, module }: LoadedPage, onCommit: () => void) => (
    <PageTree state={stateOf(payload)} module={module} App={App} onCommit={onCommit} />
  );
  // A transition hydrates in slices, so that a slow device responds to input meanwhile.
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
  // A transition that is interrupted rejects, although the page has changed.
  for (const promise of [transition.ready, transition.finished]) promise.catch(() => {});
}
