import type GithubSlugger from 'github-slugger';
import type { Element, ElementContent } from 'hast';
import type { Diagnostic, Heading } from '../../contract.ts';
import type { BodyContext, BodyLabels, BodyProblem } from './body.ts';

/** Tokens of a code block, or null for a language that is not known. */
export type Highlight = (code: string, language: string) => ElementContent[] | null;

/** State of one rendering, created by `renderBody`. */
export type Run = {
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
  readonly images: string[];
  readonly problems: Diagnostic[];
  /** Elements that lost an address to the sanitiser, which has reported it. */
  readonly refused: Set<Element>;
  /** Links to fragments of the page, by their index in `links`: their targets may come later in the text. */
  readonly fragments: Map<number, Element>;
  /** Identifiers of footnotes in the order of their first reference. */
  readonly footnotes: string[];
  /** How often the footnote of that index is referred to. */
  readonly references: number[];
  tables: number;
  /** The Markdown holds HTML, which is parsed before the tree is sanitised. */
  html: boolean;
};

/** Start of a node in the Markdown, from 1. */
export type Position = { readonly line: number; readonly column: number };

export function report(run: Run, at: Position, problem: BodyProblem & Partial<Pick<Diagnostic, 'severity'>>): void {
  run.problems.push({
    severity: 'error',
    ...problem,
    file: run.context.file,
    line: run.context.firstLine + at.line - 1,
    column: at.column,
  });
}
