import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadMessages, useMessages } from 'sitegen/runtime';
import css from './slot.module.css';

/** A workspace whose code and messages come when a file was chosen; until then a word that they do. */
export function lazyWork<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  const Loaded = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [component] = await Promise.all([load(), loadMessages()]);
      return { default: component };
    } catch (error) {
      console.error(error);
      return { default: Failed };
    }
  });
  return (props) => (
    <Suspense fallback={<Waiting />}>
      <Loaded {...props} />
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
