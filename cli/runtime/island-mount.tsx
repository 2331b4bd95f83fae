import { type ComponentType, createElement, useLayoutEffect, useRef } from 'react';
import { createRoot, type HydrationOptions, hydrateRoot } from 'react-dom/client';
import { slotElement } from '../lib/islands.ts';
import { PageContext, type PageState } from './context.tsx';
import { reportRecovered } from './errors.ts';
import { type Mount, startIslands } from './islands.ts';

/** Returns a function that renders islands with the context of a page's state. */
export function createMount(state: PageState): Mount {
  const mount: Mount = (element, Component) => {
    const { props = '{}', on, id = '' } = element.dataset;
    const slot = takeSlot(element);
    const tree = (
      <PageContext value={state}>
        <IslandTree Component={Component} props={JSON.parse(props)} slot={slot} mount={mount} />
      </PageContext>
    );
    if (on === 'only') {
      const root = createRoot(element, { identifierPrefix: id });
      root.render(tree);
      return () => root.unmount();
    }
    const options: HydrationOptions = { identifierPrefix: id };
    if (import.meta.hot) options.onRecoverableError = reportRecovered;
    const root = hydrateRoot(element, tree, options);
    // Fast Refresh renders a root again after an error only if it was rendered by `render`.
    if (import.meta.hot) root.render(tree);
    return () => root.unmount();
  };
  return mount;
}

/** Starts the islands below a node with the context of a page's state. Returns the function that removes them. */
export const startPageIslands = (root: ParentNode, state: PageState): (() => void) =>
  startIslands(root, async () => createMount(state));

/**
 * Returns the HTML of an island's children, or null. It is in a `<template>` if the island does not show them at first,
 * else in the island's slot element. Removes the template.
 */
function takeSlot(element: HTMLElement): string | null {
  const template = element.querySelector<HTMLTemplateElement>(':scope > template[data-slot]');
  template?.remove();
  return template?.innerHTML ?? element.querySelector(slotElement)?.innerHTML ?? null;
}

type IslandTreeProps = {
  readonly Component: ComponentType;
  readonly props: object;
  readonly slot: string | null;
  readonly mount: Mount;
};

function IslandTree({ Component, props, slot, mount }: IslandTreeProps) {
  return createElement(Component, props, ...(slot === null ? [] : [<Slot key="slot" html={slot} mount={mount} />]));
}

/** Renders the children of an island, which are plain HTML, and starts the islands in them. */
function Slot({ html, mount }: { readonly html: string; readonly mount: Mount }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => (element.current ? startIslands(element.current, async () => mount) : undefined), [mount]);
  return createElement(slotElement, {
    ref: element,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: html },
  });
}
