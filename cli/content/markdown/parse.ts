import { createRequire } from 'node:module';
import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type PluggableList, unified } from 'unified';
import type { VFile } from 'vfile';
import { mayHaveDirectives } from './directives.ts';

/** Parses Markdown. `file` receives the messages of plugins; `directives`: names of directives allowed within a line. */
export type ParseMarkdown = (source: string, file?: VFile, directives?: readonly string[]) => Root;

/**
 * Returns a parser of Markdown to mdast that chooses between two parsers. remark-parse with remark-gfm defines the tree;
 * satteri (from `loadSatteri`; null: not installed) returns the same tree about twenty times as fast. It gets the sources
 * that contain none of the constructs on which the two differ (`parsersAgree`), and no directives. Plugins of remark run
 * on the tree, and may extend the syntax.
 */
export function parserFor(satteri: ParseMarkdown | null, plugins: PluggableList = []): ParseMarkdown {
  const remark = unified().use(remarkParse).use(remarkGfm).use(plugins).freeze();
  const withDirectives = unified().use(remarkParse).use(remarkGfm).use(remarkDirective).use(plugins).freeze();
  return (source, file, directives = []) => {
    const lines = withLineFeeds(source);
    const isPlain = !mayHaveDirectives(lines, directives);
    if (satteri && isPlain && parsersAgree(lines)) return satteri(lines);
    const processor = isPlain ? remark : withDirectives;
    return processor.runSync(processor.parse(lines), file) as Root;
  };
}

/** Replaces CR and CRLF by LF, so that a checkout on another system gives the same pages. Keeps lines and columns. */
export function withLineFeeds(source: string): string {
  return source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
}

/** Loads satteri as a parser of CommonMark and GFM. Returns null on platforms for which it has no binary. */
export function loadSatteri(): ParseMarkdown | null {
  try {
    const { markdownToMdast } = createRequire(import.meta.url)('satteri') as typeof import('satteri');
    // The caller has removed the front matter: a thematic break on the first line must not start another.
    return (source) => markdownToMdast(source, { features: { gfm: true, frontmatter: false } }) as Root;
  } catch {
    return null;
  }
}

type Construct = {
  /** The construct contains one of these strings. They are searched first, because that is much faster than `pattern`. */
  readonly markers: readonly string[];
  readonly pattern: RegExp;
};

/**
 * Constructs for which satteri's tree differs from that of remark-parse, found with the examples of CommonMark and GFM
 * and by comparing the two on random documents; `differences` in `agree.test.ts` lists examples. Each pattern matches
 * more than the difference itself: a false match costs milliseconds, a missed one would change a page.
 */
const differingConstructs: readonly Construct[] = [
  // Autolinks: `http://.`, `www. `, with a pipe of a table inside, or an e-mail address after a slash or a letter like `é`.
  {
    markers: ['://', 'www.', 'WWW.', '@'],
    pattern:
      /https?:\/\/(?![\p{L}\p{N}])|https?:\/\/[^\s|]*\||www\.(?![\p{L}\p{N}])|www\.[^\s|]*\||(?:\/|[^\0-\x7f])[\w.+-]+@/iu,
  },
  // Autolinks with or beside non-ASCII characters.
  {
    markers: ['://', 'www.', 'WWW.'],
    pattern: /(?:https?:\/\/|www\.)[^\s<>()]*[^\0-\x7f]|[^\0-\x7f](?:https?:\/\/|www\.)/i,
  },
  // Runs of different emphasis markers, or markers beside an escaped one: `**_**`, `\***a*`.
  { markers: ['*', '_', '~'], pattern: /\\[*_~][*_~]|[*~]_|_[*~]|[*_~]\\[*_~]|~\*|\*~/ },
  // Characters outside the Basic Multilingual Plane: remark-parse sees lone surrogates, neither letters nor symbols.
  {
    markers: ['*', '_', '~', 'www.', 'WWW.', ':'],
    pattern: /[\udc00-\udfff](?:[*_~]|[Ww]{3}\.|[Hh][Tt]{2}[Pp][Ss]?:)|[*_~][\ud800-\udbff]/,
  },
  // A hard line break at the end of a link's text.
  { markers: ['\\\n'], pattern: /\\\n[ \t>]*\]/ },
  // Footnote references in links, footnote definitions in lists and quotes, and definitions directly followed by text.
  { markers: ['[^'], pattern: /\[[^\]\n]*\[\^|^[ \t>*+\-\d.)]+\[\^[^\]\n]+\]:/m },
  {
    markers: ['[^'],
    pattern:
      /^\[\^[^\]\n]+\]:(?![ \t]+[\p{L}\p{N}\p{Pi}\p{Pf}"'(„「『《（].*(?:(?![\s\S])|\n(?:(?![\s\S])|[ \t]*\n|\[\^| {4})))/mu,
  },
  // Task list items without text, or whose text is a heading.
  {
    markers: ['[ ]', '[\t]', '[x]', '[X]'],
    pattern: /\[[ \txX]\][ \t]*$|^[ \t>]+(?:-+|=+)[ \t]*$/m,
  },
  // Link definitions that continue on the next line, or that are not followed by a blank line or another definition.
  {
    markers: [']:'],
    pattern: /^[ \t>*+\-\d.)]*\[[^\]]*\]:(?:[ \t]*$|[^\n]*\n(?![ \t]*\n|\[|(?![\s\S])))/m,
  },
  // A list item that may be the delimiter row of a table, an empty heading, and an empty last line of a quote.
  { markers: ['|'], pattern: /^[ \t>]*-[ \t]+[-:| \t]*\|/m },
  { markers: ['#'], pattern: /#[ \t]*$/m },
  { markers: ['>'], pattern: /^[ \t]*>[ \t>]*\n(?![ \t]*>)/m },
  // List items without text: the parsers differ in whether they interrupt the block before them.
  { markers: ['*', '+', '-', '.', ')'], pattern: /^[ \t>]*(?:[*+-]|\d{1,9}[.)])[ \t]*$/m },
  // HTML on the line directly below text, which may be a table.
  { markers: ['<'], pattern: /^[ \t>]*[^ \t\n<>][^\n]*\n[ \t>]*<[a-z!/?]/im },
  // A character reference or spaces after a fence's language, and a fence on the first line of a list item.
  { markers: ['```', '~~~'], pattern: /(?:~~~|```)[^\n]*(?:&|[^\S\n]$|[^\S \t\n])/m },
  { markers: ['```', '~~~'], pattern: /[*+\-.)][ \t]+(?:~~~|```)/ },
  // HTML in lists and quotes, or indented, and unquoted attribute values.
  {
    markers: ['<'],
    pattern: /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])[^\n]*|[ \t]+)<[!?/a-z]|<[a-z][^<>]*=\s*[^\s"'<>]/im,
  },
];

/** Differences that only non-ASCII text can have. */
const differingNonAscii: readonly RegExp[] = [
  // NEXT LINE and BYTE ORDER MARK, which one parser treats as a space, and characters that newer Unicode made symbols.
  /[\u0085\ufeff\u1b4e\u1b4f\u1b7f\u20c1\u2427-\u2429\u2b96\u31e4\u31e5\ufbc3-\ufbd2\ufd90\ufd91\ufdc8-\ufdce]/,
  // Lone surrogates, which no UTF-8 file contains.
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
];

/** Returns whether satteri returns the same tree as remark-parse with remark-gfm for a source, whose lines end in `\n`. */
export function parsersAgree(source: string): boolean {
  for (const { markers, pattern } of differingConstructs) {
    if (markers.some((part) => source.includes(part)) && pattern.test(source)) return false;
  }
  return !/[^\0-\x7f]/.test(source) || !differingNonAscii.some((pattern) => pattern.test(source));
}
