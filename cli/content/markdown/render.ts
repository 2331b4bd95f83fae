import GithubSlugger from 'github-slugger';
import type { Element, Root as HastRoot } from 'hast';
import type { FootnoteReference, Html, Root } from 'mdast';
import type { Handlers, Raw, State } from 'mdast-util-to-hast';
import remarkHtml from 'remark-html';
import { unified } from 'unified';
import { type Result, settle } from '../../report/result.ts';
import { type BodyContext, defaultLabels, type RenderedBody } from './body.ts';
import { decorate } from './decorate.ts';
import { footnoteSection, referenceMark } from './footnotes.ts';
import { createHighlighter } from './highlight.ts';
import { loadSatteri, type ParseMarkdown, type ParserOptions, parserFor } from './parse.ts';
import type { Highlight, Run } from './run.ts';
import { sanitise } from './sanitise.ts';
import { settleFragments } from './urls.ts';

export type RenderBody = (source: string, context: BodyContext) => Result<RenderedBody>;

/** What `renderBody` works with. Neither keeps anything of the texts that it was given. */
export type Tools = { readonly parse: ParseMarkdown; readonly highlight: Highlight };

/** A `renderBody` with its tools: parsers loaded once, grammars when they are first needed. */
export function createRenderer(options: Pick<ParserOptions, 'syntax'> = {}): RenderBody {
  const { parse } = parserFor({ ...options, satteri: loadSatteri() });
  const tools: Tools = { parse, highlight: createHighlighter() };
  return (source, context) => renderBody(source, context, tools);
}

/** Renders Markdown to safe HTML. All problems of the text come back together. */
export function renderBody(source: string, context: BodyContext, tools: Tools): Result<RenderedBody> {
  const run = newRun(source, context, tools.highlight);
  // remark-html's own `sanitize` would remove what is added here too; `toPage` sanitises the text itself.
  const handlers = {
    root: (state: State, tree: Root) => toPage(state, tree, run),
    html: (state: State, node: Html) => markHtml(state, node, run),
    footnoteReference: (_state: State, node: FootnoteReference) => referenceMark(node, run),
    // The declared type of a handler knows elements only, but that of the root gives a root.
  } as unknown as Handlers;
  const html = unified().use(remarkHtml, { handlers, sanitize: false }).stringify(tools.parse(source));
  const { toc, ids, links, images } = run;
  const linkPlaces = run.linkStarts.map(({ line, column }) => [context.firstLine + line - 1, column] as const);
  return settle(() => ({ html, toc, ids: [...ids], links, linkPlaces, images }), run.problems);
}

function newRun(source: string, context: BodyContext, highlight: Highlight): Run {
  return {
    source,
    context,
    labels: { ...defaultLabels, ...context.labels },
    highlight,
    slugger: new GithubSlugger(),
    toc: [],
    ids: new Set(),
    links: [],
    linkStarts: [],
    images: [],
    problems: [],
    refused: new Set(),
    fragments: new Map(),
    footnotes: [],
    references: [],
    tables: 0,
    html: false,
  };
}

/**
 * Plain HTML of the whole text and of each footnote first, then sanitising, and only then the decoration: so no author
 * can write what passes for it, and none of it is lost.
 */
function toPage(state: State, tree: Root, run: Run): HastRoot {
  const parts: HastRoot[] = [{ type: 'root', children: state.wrap(state.all(tree), false) }];
  // The list grows while it is walked: notes may refer to notes.
  for (const identifier of run.footnotes) {
    const definition = state.footnoteById.get(identifier);
    parts.push({ type: 'root', children: definition ? state.wrap(state.all(definition), true) : [] });
  }
  const safe = parts.map((part) => sanitise(part, run));
  for (const part of safe) decorate(part, run);
  const [text, ...notes] = safe;
  const children = text?.children ?? [];
  if (notes.length > 0) {
    const section = footnoteSection(
      notes.map((note) => note.children as Element['children']),
      run,
    );
    children.push({ type: 'text', value: '\n' }, section);
  }
  settleFragments(run);
  return { type: 'root', children };
}

/** Comments are dropped here, as they alone are no reason to parse the tree again. */
function markHtml(state: State, node: Html, run: Run): Raw | undefined {
  if (/^<!--(?:(?!-->)[\s\S])*-->\s*$/.test(node.value)) return undefined;
  run.html = true;
  const raw: Raw = { type: 'raw', value: node.value };
  state.patch(node, raw);
  return raw;
}
