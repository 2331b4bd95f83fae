import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { loadMessages, useMessages } from 'sitegen/runtime';
import { useWindowDrop } from '../../ui/use-window-drop.ts';
import css from './slot.module.css';

type WithFiles = { readonly files: readonly File[] };

/**
 * A workspace whose code and messages are loaded when a file was chosen. Until then it says so, and keeps the files that
 * are dropped or pasted meanwhile: the workspace gets them after the first ones.
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
  const Work = (props: Props) => {
    const [late, setLate] = useState<readonly File[]>([]);
    const files = useMemo(() => [...props.files, ...late], [props.files, late]);
    return (
      <Suspense fallback={<Waiting onFiles={(more) => setLate((before) => [...before, ...more])} />}>
        <Loaded {...props} files={files} />
      </Suspense>
    );
  };
  // An element, not a call: the page calls this function, and its hooks are not the page's.
  return (props) => <Work {...props} />;
}

const Waiting = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => {
  const t = useMessages();
  useWindowDrop(onFiles);
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
