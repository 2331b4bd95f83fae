import type { Diagnostic, Heading, ImageRef } from '../../contract.ts';

/** A problem without its location, which the renderer adds. */
export type BodyProblem = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

/** Texts that the renderer adds, in the locale of the text. Names in braces are replaced. */
export type BodyLabels = {
  /** Accessible name of a footnote's way back: `{reference}`. */
  readonly footnoteBack: string;
  /** Accessible name of a heading's link to itself: `{heading}`. */
  readonly permalink: string;
  /** Accessible name of a table's scrolling box: `{number}`. */
  readonly table: string;
  readonly taskDone: string;
  readonly taskOpen: string;
};

export type BodyContext = {
  /** Path below the root, for messages. */
  readonly file: string;
  /** Line of the file that the Markdown starts on, from 1. */
  readonly firstLine: number;
  /** Resolves a path or relative URL. Not called for absolute URLs and fragments. */
  readonly resolveLink: (url: string) => { readonly href: string } | { readonly problem: BodyProblem };
  /** Returns URL and size of an image, video or sound. Not called for absolute URLs. */
  readonly resolveImage: (url: string) => ImageRef | { readonly problem: BodyProblem };
  /** Heading of the footnotes. */
  readonly footnoteLabel?: string;
  readonly labels?: Partial<BodyLabels>;
};

export type RenderedBody = {
  /** Safe to put into a page: what the author wrote as HTML is sanitised. No scripts, no inline styles. */
  readonly html: string;
  /** Headings of the second and third level, in order. */
  readonly toc: readonly Heading[];
  /** All ids of the HTML. */
  readonly ids: readonly string[];
  /** Resolved addresses of links in order, fragments of the page itself among them. */
  readonly links: readonly string[];
  /** Position of each link in its file, as line and column from 1. */
  readonly linkPlaces: readonly (readonly [line: number, column: number])[];
  /** Resolved URLs of images and other media. */
  readonly images: readonly string[];
};

export const defaultLabels: BodyLabels = {
  footnoteBack: 'Back to reference {reference}',
  permalink: 'Link to “{heading}”',
  table: 'Table {number}',
  taskDone: 'Done',
  taskOpen: 'To do',
};
