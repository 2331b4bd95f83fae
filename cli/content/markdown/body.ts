import type GithubSlugger from 'github-slugger';
import type { Element, ElementContent } from 'hast';
import type { Diagnostic, Heading, ImageRef, TextPicture } from '../../contract.ts';
import type { DirectiveRules } from '../../lib/directive-rules.ts';

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

export type CalloutKind = (typeof calloutKinds)[number];

/** A problem without its location, which the renderer adds. */
export type BodyProblem = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

/** Texts that the renderer adds, in the locale of the text. Names in braces are replaced. */
export type BodyLabels = {
  /** Accessible name of a footnote's link back to its reference: `{reference}`. */
  readonly footnoteBack: string;
  /** Accessible name of a heading's link to itself: `{heading}`. */
  readonly permalink: string;
  /** Accessible name of a table's scroll container: `{number}`. */
  readonly table: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  /** Text of the button that copies a code block, before and after it was pressed. */
  readonly copy: string;
  readonly copied: string;
} & Readonly<Record<CalloutKind, string>>;

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
  /** Like `resolveImage`, with a URL below the base, as components receive it. */
  readonly resolveProp?: BodyContext['resolveImage'];
  readonly components?: DirectiveComponents;
};

/** Name of a directive that is a component -> what it may contain. */
export type DirectiveComponents = Readonly<Record<string, DirectiveRules>>;

export type RenderedBody = {
  /** HTML that is safe in a page: the author's HTML is sanitised. No scripts, no inline styles. */
  readonly html: string;
  /** Headings of the second and third level, in order. */
  readonly toc: readonly Heading[];
  /** Resolved URLs of links, in order, including fragments of the page itself. */
  readonly links: readonly string[];
  /** Position of each link in its file, as line and column from 1. */
  readonly linkPositions: readonly (readonly [line: number, column: number])[];
  /** Components of the text, in order: component n replaces the element whose attribute `data-n` is n. */
  readonly components: readonly UsedComponent[];
};

export const defaultLabels: BodyLabels = {
  footnoteBack: 'Back to reference {reference}',
  permalink: 'Link to “{heading}”',
  table: 'Table {number}',
  taskDone: 'Done',
  taskOpen: 'To do',
  copy: 'Copy',
  copied: 'Copied',
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};

/** What follows the language of a code block: ```` ```ts title="src/app.ts" {2,4-6} diff ````. */
export type CodeOptions = {
  readonly title: string | null;
  /** Numbers of the highlighted lines, from 1. */
  readonly marked: ReadonlySet<number>;
  /** Whether lines that begin with `+` were added, and lines that begin with `-` removed. */
  readonly diff: boolean;
};

/** A component in a text. Its index in the list is the number in its element. */
export type UsedComponent = {
  /** Name of the directive. */
  readonly name: string;
  readonly props: Readonly<Record<string, string | true | ImageRef | TextPicture>>;
};

/** Returns the highlighted tokens of a code block, or null for an unknown language. */
export type Highlight = (code: string, language: string) => ElementContent[] | null;

/** State of one rendering, created by `renderBody`. */
export type RenderRun = {
  readonly source: string;
  readonly context: BodyContext;
  readonly labels: BodyLabels;
  readonly highlight: Highlight;
  readonly slugger: GithubSlugger;
  readonly toc: Heading[];
  readonly ids: Set<string>;
  readonly links: string[];
  /** Position of each link in the Markdown. */
  readonly linkStarts: Position[];
  readonly problems: Diagnostic[];
  /** Elements from which the sanitiser removed a URL, which it has reported. */
  readonly refused: Set<Element>;
  /** Links to fragments of the page, by index in `links`. They are checked at the end, since targets may follow links. */
  readonly fragments: Map<number, Element>;
  /** Identifiers of footnotes in the order of their first reference. */
  readonly footnotes: string[];
  /** Options of code blocks. */
  readonly codes: CodeOptions[];
  /** Number of references to each footnote, by its index. */
  readonly references: number[];
  readonly components: DirectiveComponents;
  /** Components that the text contains. */
  readonly used: UsedComponent[];
  tables: number;
  images: number;
  /** Whether the Markdown contains HTML, which is parsed before the tree is sanitised. */
  html: boolean;
};

/** Start of a node in the Markdown, from 1. */
export type Position = { readonly line: number; readonly column: number };

/** Adds a problem at a position in the Markdown. */
export function report(
  run: RenderRun,
  position: Position,
  problem: BodyProblem & Partial<Pick<Diagnostic, 'severity'>>,
): void {
  run.problems.push({
    severity: 'error',
    ...problem,
    file: run.context.file,
    line: run.context.firstLine + position.line - 1,
    column: position.column,
  });
}
