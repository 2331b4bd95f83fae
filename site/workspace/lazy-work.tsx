import { loadMessages, useMessages } from '@safelight/sitegen/runtime';
import { type ComponentType, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { keepFiles } from '../ui/kept-files.ts';
import { useWindowDrop } from '../ui/use-window-drop.ts';
import css from './slot.module.css';

type WithFiles = { readonly files: readonly File[] };

/** Null if the code cannot be loaded, or is late. */
type Loading<Props> = Promise<ComponentType<Props> | null>;

/** Code that has not arrived after this time counts as failed; another attempt uses what arrives later. */
const LOAD_MS = 40_000;

export type LazyWork<Props> = {
  /**
   * Renders the workspace. While its code and messages load, it shows a status line and collects the files that are dropped or
   * pasted: the workspace gets them after the first ones. After a failure, the visitor can try again. If code is missing, as
   * after another release of the site was published, the page is loaded again and opens the same files.
   */
  readonly render: (props: Props) => ReactNode;
  /** Starts loading before a file is there. Resolves to whether the code has arrived; a file requests it again if not. */
  readonly prepare: () => Promise<boolean>;
};

/** A workspace whose code and messages are loaded when it is prepared or first rendered. */
export function lazyWork<Props extends WithFiles>(load: () => Promise<ComponentType<Props>>): LazyWork<Props> {
  let loading: Loading<Props> | null = null;
  /** Null until files are chosen. */
  let files: readonly File[] | null = null;
  const start = (): Loading<Props> => {
    const component = keepIfMissing(() => files, load);
    const attempt = inTime(Promise.all([component, loadMessages()]).then(([loaded]) => loaded));
    loading = attempt;
    return attempt.then((component) => {
      // The next file requests it again.
      if (!component && loading === attempt) loading = null;
      return component;
    });
  };
  const begin = (chosen: readonly File[] | null) => {
    files = chosen;
    return loading ?? start();
  };
  return {
    render: (props) => <Opened start={() => begin(props.files)} opened={props} />,
    prepare: async () => (await begin(null)) !== null,
  };
}

/** By this event, Vite reports missing code. The runtime then loads the page again. */
const MISSING = 'vite:preloadError';

/**
 * Loads code. Where it is missing, the files are stored before the page is loaded again. Without files, the page stays: the
 * dialog for choosing them may be open.
 */
async function keepIfMissing<T>(filesToKeep: () => readonly File[] | null, load: () => Promise<T>): Promise<T> {
  let isMissing = false;
  const hold = (event: Event) => {
    isMissing = true;
    event.stopImmediatePropagation();
  };
  // Runs before the listener of the runtime.
  window.addEventListener(MISSING, hold, { capture: true });
  let isLoaded = false;
  try {
    const loaded = await load();
    isLoaded = true;
    return loaded;
  } finally {
    window.removeEventListener(MISSING, hold, { capture: true });
    const files = filesToKeep();
    if (isMissing && (isLoaded || files)) {
      await keepFiles(files ?? []);
      window.dispatchEvent(new Event(MISSING));
    }
  }
}

/** The value of a promise; null if it rejects, or does not settle in time. */
async function inTime<T>(promise: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code of the tool has not arrived.')), LOAD_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    console.error(error);
    return null;
  } finally {
    clearTimeout(timer);
  }
}

type OpenedProps<Props> = { readonly start: () => Loading<Props>; readonly opened: Props };

/** Renders the workspace with the files that arrived while it was loading. */
const Opened = <Props extends WithFiles>({ start, opened }: OpenedProps<Props>) => {
  const [loading, setLoading] = useState(start);
  const [lateFiles, setLateFiles] = useState<readonly File[]>([]);
  const files = useMemo(() => [...opened.files, ...lateFiles], [opened.files, lateFiles]);
  const collect = (more: readonly File[]) => setLateFiles((before) => [...before, ...more]);
  return (
    <Suspense fallback={<Waiting onFiles={collect} />}>
      <Loaded loading={loading} props={{ ...opened, files }} onRetry={() => setLoading(start())} />
    </Suspense>
  );
};

type LoadedProps<Props> = {
  readonly loading: Loading<Props>;
  readonly props: Props;
  readonly onRetry: () => void;
};

const Loaded = <Props extends WithFiles>({ loading, props, onRetry }: LoadedProps<Props>) => {
  const Workspace = use(loading);
  return Workspace ? <Workspace {...props} /> : <Failed onRetry={onRetry} />;
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
const Failed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useMessages();
  return (
    <div className={css.waiting} role="alert">
      <p>{t('errors.page.toolFailed')}</p>
      <Button kind="primary" onClick={onRetry}>
        {t('common.button.retry')}
      </Button>
    </div>
  );
};
