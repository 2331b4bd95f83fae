import { keepFiles } from './kept-files.ts';

/** Carries a chosen file from one page to the next within a visit; it is stored only where the next page is another document. */
export type PendingFile = {
  readonly put: (file: File) => void;
  /** Returns the file and forgets it; null if there is none. */
  readonly take: () => File | null;
};

export const createPendingFile = (): PendingFile => {
  let pending: File | null = null;
  return {
    put: (file) => {
      pending = file;
    },
    take: () => {
      const file = pending;
      pending = null;
      return file;
    },
  };
};

/** The instance that all pages of a visit share. */
export const pendingFile = createPendingFile();

// Memory ends with the document, which another release of the site replaces.
if (typeof document !== 'undefined')
  document.addEventListener('sitegen:load', ({ detail }) => {
    const file = pendingFile.take();
    if (file) detail.push(keepFiles([file]));
  });
