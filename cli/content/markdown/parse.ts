import { createRequire } from 'node:module';
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Pluggable, unified } from 'unified';
import { parsersAgree } from './agree.ts';

export type ParseMarkdown = (source: string) => Root;

export type ParserOptions = {
  /** The quick parser, from `loadSatteri`; null: only remark-parse. */
  readonly satteri: ParseMarkdown | null;
  /** remark plugins that extend the syntax through micromark. satteri cannot run them. */
  readonly syntax?: readonly Pluggable[];
};

export type MarkdownParser = {
  readonly parse: ParseMarkdown;
  /** Which parser `parse` takes for this source. */
  readonly engineFor: (source: string) => 'satteri' | 'remark-parse';
};

/**
 * The seam between two parsers of the same mdast: remark-parse with GFM defines the tree, satteri gives it some
 * twenty times as fast. satteri is taken where it is installed, no plugin extends the syntax, and the source holds
 * none of the constructs on which the two differ (`parsersAgree`).
 */
export function parserFor(options: ParserOptions): MarkdownParser {
  const remark = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use([...(options.syntax ?? [])])
    .freeze();
  const satteri = options.syntax?.length ? null : options.satteri;
  const quick = (source: string) => satteri !== null && parsersAgree(source);
  return {
    parse: (source) => {
      const lines = withLineFeeds(source);
      return satteri && quick(lines) ? satteri(lines) : remark.parse(lines);
    },
    engineFor: (source) => (quick(withLineFeeds(source)) ? 'satteri' : 'remark-parse'),
  };
}

/** One kind of line ending, so that a checkout on another system gives the same pages. Lines and columns stay. */
function withLineFeeds(source: string): string {
  return source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
}

/** satteri as a parser of CommonMark and GFM; null on platforms that it has no binary for. */
export function loadSatteri(): ParseMarkdown | null {
  try {
    const { markdownToMdast } = createRequire(import.meta.url)('satteri') as typeof import('satteri');
    // Front matter is split off before; without this a thematic break on the first line would open one.
    return (source) => markdownToMdast(source, { features: { gfm: true, frontmatter: false } }) as Root;
  } catch {
    return null;
  }
}
