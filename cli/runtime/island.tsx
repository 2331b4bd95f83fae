import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react';
import { type IslandPlace, usePageState } from './context.tsx';
import { islandElement, slotElement } from './island-element.ts';

type IslandProps = { readonly children?: ReactNode };

/**
 * Returns the component as an island. Pages without hydration write it into an element that the browser hydrates by
 * itself; on all other pages it is part of the page, and one that is `only` for browsers is rendered after hydration.
 * The bundler writes calls of this function in place of components that are marked `client:…`.
 */
export function island(component: () => ComponentType<IslandProps>, place: IslandPlace): ComponentType<IslandProps> {
  return function Island(props) {
    const { collectIsland } = usePageState();
    const Component = component();
    if (collectIsland) {
      const { children, ...data } = props;
      const index = collectIsland({ place, Component, props: data });
      return createElement(islandElement, { 'data-island': index }, createElement(slotElement, null, children));
    }
    return place.on === 'only' ? <InBrowser Component={Component} {...props} /> : <Component {...props} />;
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
