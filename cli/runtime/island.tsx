import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react';
import { islandElement, slotElement } from '../lib/islands.ts';
import { type IslandInfo, usePageState } from './context.tsx';

type IslandProps = { readonly children?: ReactNode };

/**
 * Wraps a component as an island. Pages without hydration render it into an element that the browser hydrates
 * separately. On other pages it is an ordinary component, rendered only after hydration if its trigger is `only`. The
 * bundler replaces components with a `client:…` attribute by calls of this function.
 */
export function island(component: () => ComponentType<IslandProps>, info: IslandInfo): ComponentType<IslandProps> {
  return function Island(props) {
    const { collectIsland } = usePageState();
    const Component = component();
    if (collectIsland) {
      const { children, ...data } = props;
      const index = collectIsland({ info, Component, props: data });
      return createElement(islandElement, { 'data-island': index }, createElement(slotElement, null, children));
    }
    return info.on === 'only' ? <InBrowser Component={Component} {...props} /> : <Component {...props} />;
  };
}

function InBrowser({ Component, ...props }: IslandProps & { readonly Component: ComponentType<IslandProps> }) {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isHydrated ? <Component {...props} /> : props.children;
}
