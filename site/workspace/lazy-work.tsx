import { loadMessages, useMessages } from '@safelight/sitegen/runtime';
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useWindowDrop } from '../ui/use-window-drop.ts';
import css from './slot.module.css';

type WithFiles = { readonly files: readonly File[] };

/**
 * Returns a function that renders a workspace whose code and messages are loaded once a file was chosen. While they
 * load, it shows a status line and collects the files that are dropped or pasted: the workspace gets them after the
 * first ones.
 */
export function lazyWork<Props extends WithFiles>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [component] = await Promise.all([load(), loadMessages()]);
      return { default: component };
    } catch (error) {
      console.error(error);
      return { default: Failed };
    }
  });
  return (props) => <WithLateFiles Workspace={Loaded} opened={props} />;
}

type WithLateFilesProps<Props> = { readonly Workspace: ComponentType<Props>; readonly opened: Props };

/** Renders the workspace with the files that arrived while it was loading. */
const WithLateFiles = <Props extends WithFiles>({ Workspace, opened }: WithLateFilesProps<Props>) => {
  const [lateFiles, setLateFiles] = useState<readonly File[]>([]);
  const files = useMemo(() => [...opened.files, ...lateFiles], [opened.files, lateFiles]);
  return (
    <Suspense fallback={<Waiting onFiles={(more) => setLateFiles((before) => [...before, ...more])} />}>
      <Workspace {...opened} files={files} />
    </Suspense>
  );
};

const Waiting = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => {
  const t = useMessages();
  useWindowDrop(onFiles);
  return (
    <p className={css.waiting} role="status">
      {t('common.toolPage.loading')}
    </p>
  );
};

/** Shown if the code of the tool could not be loaded. */
const Failed = () => {
  const t = useMessages();
  return (
    <p className={css.waiting} role="alert">
      {t('errors.page.toolFailed')}
    </p>
  );
};
