import { isAccepted, type MediaKind } from './accepted.ts';
import { keepFiles, takeKeptFiles } from './kept-files.ts';

/** Carries a chosen file from one page to the next within a visit; it is stored only where the next page is another document. */
export type PendingFile = {
  /** Null: none is carried any more. */
  readonly put: (file: File | null) => void;
  /** Returns the file and forgets it; null if there is none of the kind. */
  readonly take: (kind?: MediaKind) => File | null;
};

export const createPendingFile = (): PendingFile => {
  let pending: File | null = null;
  return {
    put: (file) => {
      pending = file;
    },
    take: (kind) => {
      if (pending && kind && !isAccepted(pending, kind)) return null;
      const file = pending;
      pending = null;
      return file;
    },
  };
};

/** The instance that all pages of a visit share. */
export const pendingFile = createPendingFile();

/** Returns the files that the page before left to this one, in this document or in the one before. Never rejects. */
export async function takeHandedFiles(kind?: MediaKind): Promise<readonly File[]> {
  const file = pendingFile.take(kind);
  return file ? [file] : takeKeptFiles();
}

// Memory ends with the document, which another release of the site or another language replaces.
if (typeof document !== 'undefined')
  document.addEventListener('sitegen:load', ({ detail }) => {
    const file = pendingFile.take();
    if (file) detail.push(keepFiles([file]));
  });
