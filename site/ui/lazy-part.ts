import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component whose code is loaded when it is first rendered. Nothing where the code is out of reach, such as without a network:
 * the page stays, and the work that is open on it.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load().catch(() => () => null) }));
