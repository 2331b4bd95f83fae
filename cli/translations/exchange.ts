import type { Translation } from './read.ts';

/** Texts of a locale for a translator. */
export type Batch = {
  /** Code of the locale. */
  readonly locale: string;
  /** BCP 47 tags of the default locale and of the locale. */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly translations: readonly Translation[];
};

/** A translation in a file from a translator. */
export type ReceivedTranslation = {
  readonly key: string;
  /** Text in the default locale that was translated; null if the file does not hold it. */
  readonly source: string | null;
  /** `''`: not translated. */
  readonly target: string;
  /** Position in the file, in UTF-16 units. */
  readonly offset: number;
};

/** Contents of a file from a translator. `target`: BCP 47 tag or code of its locale. */
export type ReceivedFile = { readonly target: string; readonly translations: readonly ReceivedTranslation[] };

/** What is wrong with a file that cannot be read. */
export type FileProblem = { readonly message: string; readonly hint: string; readonly offset: number };
