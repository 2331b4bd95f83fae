import type { Diagnostic } from '../contract.ts';
import type { IslandKey } from '../lib/islands.ts';

/** A link or image of a Markdown body and what it resolved to; for an image including its size. */
export type LinkRead = readonly [kind: 'link' | 'image', written: string, resolved: string];

/** A link in Markdown: its target within the site, and its line and column in the file. */
export type WrittenLink = readonly [target: string, line: number, column: number];

/** A file in the output folder: path, bytes, content hash, modification time in milliseconds. */
export type WrittenFile = readonly [path: string, bytes: number, hash: string, mtimeMs: number];

/** The record of a rendered page. */
export type PageRecord = {
  readonly path: string;
  /** Fingerprint of the page's job, its code and the messages that its code names. */
  readonly input: string;
  /** Keys of other messages that it read. */
  readonly keys: readonly string[];
  /** Fingerprint of those messages' texts. */
  readonly messages: string;
  readonly links: readonly LinkRead[];
  /** Those links and images that may lead to files beside texts. */
  readonly media: readonly LinkRead[];
  /** Targets of its links within the site, ids in it that links can target, and locations of links in its Markdown. */
  readonly targets: readonly string[];
  readonly ids: readonly string[];
  readonly written: readonly WrittenLink[];
  /** Keys that it shows and that have no message, and missing values of messages, as `missingValue` gives them. */
  readonly missing: readonly string[];
  /** False: its document has no scripts. */
  readonly hydrates: boolean;
  /** Keys of the islands that it shows. */
  readonly islands: readonly IslandKey[];
  readonly files: readonly WrittenFile[];
  /** Files of the entries that it shows. */
  readonly shows: readonly string[];
  /** Warnings of its rendering, which are reported again while it is reused. */
  readonly warnings: readonly Diagnostic[];
};
