import { type ComponentType, createElement, use } from 'react';
import { PageContext } from './context.tsx';

type Loaded = { readonly default: ComponentType<object> };

/**
 * Returns the function for `lazy` that loads a component, which reports the files of its code when it is rendered. The
 * bundler puts it around the function of each call of `lazy` in server code.
 */
export function reportedWhenRendered(load: () => Promise<Loaded>, files: readonly string[]): () => Promise<Loaded> {
  return async () => {
    const loaded = await load();
    return {
      default: function Reported(props: object) {
        use(PageContext)?.collectLazy?.(files);
        return createElement(loaded.default, props);
      },
    };
  };
}
