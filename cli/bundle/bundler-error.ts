/** An error of the bundler, of one of its plugins, or of a compiler that it calls. */
export type BundlerError = {
  readonly message?: string;
  readonly hint?: string;
  /** Text of the style sheets that `loc` refers to. */
  readonly source?: string;
  readonly id?: string;
  /** `line` counts from 1, `column` from 0. */
  readonly loc?: { readonly file?: string; readonly line?: number; readonly column?: number };
  /** Position in messages of unified, as compilers of MDX throw them. Both count from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly errors?: readonly BundlerError[];
  /** Names of the error, of the Vite plugin that threw it, and of the hook of that plugin. */
  readonly name?: string;
  readonly plugin?: string;
  readonly hook?: string;
};

/** Matches the range at the end of a message about MDX, ` (17:1-17:16)`. */
export const rangeInMessage = /\s\((\d+):(\d+)-\d+:\d+\)$/;
