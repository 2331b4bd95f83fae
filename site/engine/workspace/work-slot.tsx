import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadMessages, useMessages } from 'sitegen/runtime';
import type { StudioProps } from './Studio.tsx';
import css from './slot.module.css';

export type Opened = Omit<StudioProps, 'tool'>;

/** What a tool's page hands to its frame: the workspace, loaded when a file was chosen. `folder`: of `site/tools`. */
export function workOf(folder: string): (opened: Opened) => ReactNode {
  const load = async (): Promise<{ default: ComponentType<Opened> }> => {
    const [{ Studio }, { loadTool }] = await Promise.all([
      import('./Studio.tsx'),
      import('./tools.ts'),
      loadMessages(),
    ]);
    const tool = await loadTool(folder);
    return { default: (opened) => <Studio {...opened} tool={tool} /> };
  };
  const Loaded = lazy(() =>
    load().catch((error: unknown) => {
      console.error(error);
      return { default: Failed };
    }),
  );
  return (opened) => (
    <Suspense fallback={<Waiting />}>
      <Loaded {...opened} />
    </Suspense>
  );
}

const Waiting = () => {
  const t = useMessages();
  return (
    <p className={css.waiting} role="status">
      {t('common.toolPage.loading')}
    </p>
  );
};

/** The code of the tool could not be had. */
const Failed = () => {
  const t = useMessages();
  return (
    <p className={css.waiting} role="alert">
      {t('errors.page.toolFailed')}
    </p>
  );
};
