import type { Nodes, Root } from 'mdast';
import { type BodyProblem, type RenderRun, report } from './body.ts';

/** A formula on lines of its own between `$$`, unless it is a price range such as `$$ to $$$`. */
const DISPLAY_MATH = /^[ \t]*\$\$(?!\$)(?=[^$]*[=\\^_{}<>+])[^$]+\$\$[ \t]*$/m;

/** A formula within a line that contains a TeX command, a superscript or a subscript in braces. Prices have none. */
const INLINE_MATH = /(?<![\\$\w])\$(?![\s$])(?=[^$\n]*(?:\\[a-zA-Z]{2,}|[\^_]\{))[^$\n]*(?<![\s\\])\$(?![\w$])/;

const MATH_LANGUAGES = ['math', 'latex-math'];

/**
 * Warns of the first formula and of each diagram in a text that only a plugin would render: without one, readers see
 * their source. Code is not searched for formulas.
 */
export function reportPluginSyntax(tree: Root, run: RenderRun): void {
  const { source } = run;
  const hasDiagram = /^[ \t>*-]*(?:`{3,}|~{3,})[ \t]*(?:mermaid|math|latex-math)\b/m.test(source);
  if (!hasDiagram && !DISPLAY_MATH.test(source) && !INLINE_MATH.test(source)) return;
  let hasMath = false;
  const visit = (node: Nodes): void => {
    if (node.type === 'code') {
      if (node.lang === 'mermaid') warnAt({ node, index: 0 }, diagram, run);
      else if (MATH_LANGUAGES.includes(node.lang ?? '')) reportMath(node, 0);
    } else if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      const text = withoutCode(node, source);
      const index = [DISPLAY_MATH, INLINE_MATH].map((pattern) => text.search(pattern)).find((at) => at >= 0);
      if (index !== undefined) reportMath(node, index + (/^\s*/.exec(text.slice(index))?.[0].length ?? 0));
    } else if ('children' in node) node.children.forEach(visit);
  };
  const reportMath = (node: Nodes, index: number): void => {
    if (!hasMath) warnAt({ node, index }, math, run);
    hasMath = true;
  };
  visit(tree);
}

/** A shortcode of Hugo, a tag of Liquid or Nunjucks, or a variable of Jekyll. */
const TEMPLATE_TAG = /\{\{[<%]\s*\/?[a-z]|\{%-?\s*[a-z]|\{\{-?\s*(?:site|page|post)\.\w/i;

/** Warns of the first tag of another generator's templates in a text. Code is not searched. */
export function reportTemplateTags(tree: Root, run: RenderRun): void {
  if (!TEMPLATE_TAG.test(run.source)) return;
  let isFound = false;
  const visit = (node: Nodes): void => {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      const index = withoutCode(node, run.source).search(TEMPLATE_TAG);
      if (index >= 0 && !isFound) warnAt({ node, index }, templateTag, run);
      isFound ||= index >= 0;
    } else if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
}

/** A place in a text: `index` is its offset in the source of the node. */
type Place = { readonly node: Nodes; readonly index: number };

/** Warns of a place in a text. */
export function warnAt({ node, index }: Place, problem: BodyProblem, run: RenderRun): void {
  const { line, column, offset = 0 } = node.position?.start ?? { line: 1, column: 1 };
  const before = run.source.slice(offset, offset + index).split('\n');
  const position = { line: line + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
  report(run, before.length > 1 ? position : { line, column: column + index }, { severity: 'warning', ...problem });
}

/** Returns the source of a node, with spaces in place of its code. It is empty for a node that a plugin added. */
export function withoutCode(node: Nodes, source: string): string {
  const start = node.position?.start.offset ?? 0;
  let text = source.slice(start, node.position?.end.offset ?? start);
  const blank = (inner: Nodes): void => {
    if (inner.type === 'inlineCode' || inner.type === 'html') {
      const [from, to] = [(inner.position?.start.offset ?? 0) - start, (inner.position?.end.offset ?? 0) - start];
      text = text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
    } else if ('children' in inner) inner.children.forEach(blank);
  };
  blank(node);
  return text;
}

const math = {
  code: 'CONTENT_MATH',
  message: 'Readers see the source of this formula, since no plugin renders formulas.',
  hint: 'Add a plugin with remark-math and rehype-katex to `plugins` of config/site.yaml; write `\\$` for a dollar sign.',
} as const;

const diagram = {
  code: 'CONTENT_DIAGRAM',
  message: 'Readers see the source of this diagram, since no plugin renders diagrams.',
  hint: 'Add a plugin with rehype-mermaid to `plugins` of config/site.yaml; for the source itself write `text` as the language.',
} as const;

const templateTag = {
  code: 'CONTENT_TEMPLATE_TAG',
  message: 'Readers see the source of this tag, since texts are no templates.',
  hint: 'Write plain Markdown or a directive, with a component in `markdown.components` of config/site.yaml; put a tag that readers shall see into code.',
} as const;
