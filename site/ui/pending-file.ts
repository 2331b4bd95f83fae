/** Carries a chosen file from one page to the next within a visit; nothing is stored. */
export type PendingFile = {
  readonly put: (file: File) => void;
  /** The file, once: taking it empties the place. */
  readonly take: () => File | null;
};

export const createPendingFile = (): PendingFile => {
  let held: File | null = null;
  return {
    put: (file) => {
      held = file;
    },
    take: () => {
      const file = held;
      held = null;
      return file;
    },
  };
};

/** The one place that pages of this visit share. */
export const pendingFile = createPendingFile();
