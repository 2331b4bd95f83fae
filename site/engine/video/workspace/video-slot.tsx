import { type ComponentType, lazy, Suspense } from 'react';
import { loadMessages, useMessages } from 'sitegen/runtime';
import css from '../../workspace/slot.module.css';
import type { VideoStudioProps } from './VideoStudio.tsx';

const Loaded = lazy(async (): Promise<{ default: ComponentType<VideoStudioProps> }> => {
  try {
    const [{ VideoStudio }] = await Promise.all([import('./VideoStudio.tsx'), loadMessages()]);
    return { default: VideoStudio };
  } catch (error) {
    console.error(error);
    return { default: Failed };
  }
});

/** The workspace for video, loaded when a file was chosen. */
export const videoWork = (opened: VideoStudioProps) => (
  <Suspense fallback={<Waiting />}>
    <Loaded {...opened} />
  </Suspense>
);

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
