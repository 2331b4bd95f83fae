import { type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import type { PageModule } from '../contract.ts';
import { PageContext, type PageState } from './context.ts';

/** Shell of a site: what surrounds every page and stays when the page changes. */
export type Shell = ComponentType<{ readonly children: ReactNode }>;

export type PageTreeProps = {
  readonly state: PageState;
  readonly module: PageModule;
  readonly App: Shell | undefined;
  /** Called once this page stands in the document. */
  readonly onCommit?: () => void;
};

/** The whole React tree of a page: the same on the server, when hydrating and after navigation. */
export function PageTree({ state, module, App, onCommit }: PageTreeProps): ReactNode {
  useLayoutEffect(() => onCommit?.(), [onCommit]);
  const { route, props } = state.payload;
  const page = <module.Page key={route.path} {...props} />;
  return <PageContext value={state}>{App ? <App>{page}</App> : page}</PageContext>;
}
