import GithubSlugger from 'github-slugger';
import type { Element, Root as HastRoot } from 'hast';
import type { Code, FootnoteReference, Html, Root } from 'mdast';
import { defaultHandlers, type Handlers, type Raw, type State } from 'mdast-util-to-hast';
import remarkHtml from 'remark-html';
import { type PluggableList, unified } from 'unified';
import { VFile } from 'vfile';
import type { Diagnostic } from '../../contract.ts';
import { fail, type Result, settle } from '../../report/result.ts';
import { type BodyContext, defaultLabels, type Highlight, type RenderedBody, type RenderRun } from './body.ts';
import { readCodeOptions, reportLanguage, withLanguage } from './code.ts';
import { decorate } from './decorate.ts';
import type { Directive } from './directive.ts';
import { renderDirective } from './directives.ts';
import { footnoteSection, referencePlaceholder } from './footnotes.ts';
import { createHighlighter } from './highlight.ts';
import { loadSatteri, type ParseMarkdown, parserFor, withLineFeeds } from './parse.ts';
import { reportPluginSyntax, reportTemplateTags } from './plugin-syntax.ts';
import { sanitise } from './sanitise.ts';
import { reportUnreadBlocks } from './unread-blocks.ts';
import { reportUnreadDirectives } from './unread-directives.ts';
import { reportUnreadLinks } from './unread-links.ts';
import { settleFragments } from './urls.ts';

export type RenderBody = (source: string, context: BodyContext) => Result<RenderedBody>;

/** Parser and highlighter of `renderBody`. They keep no state of the texts that they have processed. */
export type RenderTools = {
  readonly parse: ParseMarkdown;
  readonly highlight: Highlight;
  /** Whether plugins change the tree of Markdown. */
  readonly hasRemarkPlugins?: boolean;
  /** Transforms the finished tree. */
  readonly finish?: (tree: HastRoot, file: VFile) => HastRoot;
};

/** The plugins of remark and rehype that one plugin of a site adds. */
export type MarkdownPlugins = { readonly remarkPlugins?: PluggableList; readonly rehypePlugins?: PluggableList };

function transformWith(plugins: PluggableList): NonNullable<RenderTools['finish']> {
  const processor = unified().use(plugins).freeze();
  return (tree, file) => processor.runSync(tree, file) as HastRoot;
}

type Thrown = { readonly error: Error; readonly at: Pick<Diagnostic, 'file' | 'line' | 'column'> };

function pluginProblem({ error: { message }, at }: Thrown, { file }: BodyContext): Diagnostic {
  const hint = at.file
    ? `Correct the plugin, which threw this in ${at.file}:${at.line}:${at.column}.`
    : 'Correct the plugin that `plugins` of config/site.yaml names. Plugins of remark and rehype must be synchronous.';
  return { code: 'PLUGIN_FAILED', severity: 'error', message: `A plugin failed: ${message}`, hint, file };
}

/** Returns the messages of plugins about a text as warnings with their positions. */
function pluginWarnings({ messages }: VFile, { file, firstLine }: BodyContext): readonly Diagnostic[] {
  return messages.map(({ reason, line, column, source }) => ({
    code: 'PLUGIN_WARNING',
    severity: 'warning' as const,
    message: source ? `${source}: ${reason}` : reason,
    file,
    ...(line == null ? {} : { line: firstLine + line - 1, column: column ?? 1 }),
  }));
}

/**
 * Returns a function that renders bodies. Parsers are loaded once, grammars of the highlighter on first use. `locate` returns
 * the location of an error in the code of the plugins, if it is known.
 */
export function createRenderer(
  plugins: readonly MarkdownPlugins[] = [],
  locate: (error: Error) => Thrown['at'] = () => ({}),
): RenderBody {
  const remark = plugins.flatMap(({ remarkPlugins = [] }) => remarkPlugins);
  const rehype = plugins.flatMap(({ rehypePlugins = [] }) => rehypePlugins);
  const tools: RenderTools = {
    // A remark plugin may add syntax, which only remark's own parser supports.
    parse: parserFor(remark.length > 0 ? null : loadSatteri(), remark),
    highlight: createHighlighter(),
    hasRemarkPlugins: remark.length > 0,
    ...(rehype.length > 0 && { finish: transformWith(rehype) }),
  };
  if (remark.length === 0 && rehype.length === 0) return (source, context) => renderBody(source, context, tools);
  return (source, context) => {
    try {
      return renderBody(source, context, tools);
    } catch (error) {
      return fail([pluginProblem({ error: error as Error, at: locate(error as Error) }, context)]);
    }
  };
}

/** Renders Markdown to safe HTML. Returns all problems of the text together. */
export function renderBody(text: string, context: BodyContext, tools: RenderTools): Result<RenderedBody> {
  // Offsets in the tree are those of the parsed text.
  const source = withLineFeeds(text);
  const run = newRun(source, context, tools.highlight);
  const file = new VFile({ path: context.file, value: source });
  const hasPlugins = Boolean(tools.finish || tools.hasRemarkPlugins);
  // remark-html's `sanitize` would also remove the decoration that is added here; `toPage` sanitises the text itself.
  const handlers = {
    root: (state: State, tree: Root) => {
      if (!hasPlugins) {
        reportPluginSyntax(tree, run);
        reportTemplateTags(tree, run);
      }
      reportUnreadBlocks(tree, run, hasPlugins);
      reportUnreadDirectives(tree, run);
      reportUnreadLinks(tree, run);
      const page = toPage(state, tree, run);
      return tools.finish ? tools.finish(page, file) : page;
    },
    html: (state: State, node: Html) => markHtml(state, node, run),
    code: (state: State, node: Code) => {
      const code = withLanguage(node);
      if (!hasPlugins) reportLanguage(code, run);
      const pre = defaultHandlers.code(state, code);
      const optionsClass = readCodeOptions(code, run, hasPlugins);
      if (optionsClass) addClass(pre, optionsClass);
      return pre;
    },
    containerDirective: (state: State, node: Directive) => renderDirective(state, node, run),
    leafDirective: (state: State, node: Directive) => renderDirective(state, node, run),
    textDirective: (state: State, node: Directive) => renderDirective(state, node, run),
    footnoteReference: (_state: State, node: FootnoteReference) => referencePlaceholder(node, run),
    // The declared type of a handler returns elements only, but the handler of the root returns a root.
  } as unknown as Handlers;
  const html = unified()
    .use(remarkHtml, { handlers, sanitize: false })
    .stringify(tools.parse(source, file, Object.keys(run.components)));
  const { toc, links, used: components } = run;
  const linkPositions = run.linkStarts.map(({ line, column }) => [context.firstLine + line - 1, column] as const);
  return settle(
    () => ({ html, toc, links, linkPositions, components }),
    [...run.problems, ...pluginWarnings(file, context)],
  );
}

function newRun(source: string, context: BodyContext, highlight: Highlight): RenderRun {
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
    problems: [],
    refused: new Set(),
    fragments: new Map(),
    footnotes: [],
    references: [],
    codes: [],
    components: context.components ?? {},
    used: [],
    tables: 0,
    images: 0,
    html: false,
  };
}

/**
 * Returns the tree of the page: the text and each footnote as plain HTML, then sanitised, and only then decorated. In this
 * order an author cannot imitate the decoration, and the sanitiser removes nothing of it.
 */
function toPage(state: State, tree: Root, run: RenderRun): HastRoot {
  const parts: HastRoot[] = [{ type: 'root', children: state.wrap(state.all(tree), false) }];
  // The list grows during the loop, since footnotes may reference other footnotes.
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

/** Adds a class to the `code` element of a block. */
function addClass(pre: Element, name: string): void {
  const [code] = pre.children;
  if (code?.type !== 'element') return;
  const names = Array.isArray(code.properties.className) ? code.properties.className : [];
  code.properties.className = [...names, name];
}

/** Records that the text contains HTML. Omits comments, because the tree need not be parsed again for them. */
function markHtml(state: State, node: Html, run: RenderRun): Raw | undefined {
  if (/^<!--(?:(?!-->)[\s\S])*-->\s*$/.test(node.value)) return undefined;
  run.html = true;
  const raw: Raw = { type: 'raw', value: node.value };
  state.patch(node, raw);
  return raw;
}
