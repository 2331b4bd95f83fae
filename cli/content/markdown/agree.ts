/**
 * Constructs on which satteri's tree was found to differ from that of remark-parse, by the CommonMark and GFM
 * examples and by comparing the two on random documents; `differences` in the test of this file lists examples.
 * Each expression is wider than the difference itself: a match costs milliseconds, a miss would change a page.
 */
const differing: readonly RegExp[] = [
  // Literal links: `http://.`, `www. `, a pipe of a table inside, an address after a slash or a letter like `é`.
  /https?:\/\/(?![\p{L}\p{N}])|https?:\/\/[^\s|]*\||www\.(?![\p{L}\p{N}])|www\.[^\s|]*\||(?:\/|[^\0-\x7f])[\w.+-]+@/iu,
  // Runs of different markers, or markers beside an escaped one: `**_**`, `\***a*`.
  /\\[*_~][*_~]|[*~]_|_[*~]|[*_~]\\[*_~]|~\*|\*~/,
  // Beyond the basic plane remark-parse sees halves of a character, which are neither letters nor symbols.
  /[\u{10000}-\u{10ffff}](?:[*_~]|www\.|https?:)|[*_~][\u{10000}-\u{10ffff}]/iu,
  // A hard break as the last thing in a link.
  /\\\r?\n[ \t>]*\]/,
  // Footnotes inside links, definitions inside lists and quotes, and definitions that text follows directly.
  /\[[^\]\n]*\[\^|^[ \t>*+\-\d.)]+\[\^[^\]\n]+\]:/m,
  /^\[\^[^\]\n]+\]:(?![ \t]+[\p{L}\p{N}].*(?:(?![\s\S])|\r?\n(?:(?![\s\S])|[ \t]*\r?\n|\[\^| {4})))/mu,
  // Task items without text, or whose text is a heading.
  /\[[ \txX]\][ \t]*$|\[[ \txX]\][^\n]*\n[ \t]+(?:-+|=+)[ \t]*$/m,
  // Definitions of links that go on, or that something other than a blank line or a definition follows.
  /^[ \t>*+\-\d.)]*\[[^\]]*\]:(?:[ \t]*$|[^\n]*\n(?![ \t]*\r?\n|\[|(?![\s\S])))/m,
  // A list item that may be the second line of a table, an empty heading, and the empty end of a quote.
  /^[ \t>]*-[ \t]+[-:| \t]*\||^[ \t>]*#{1,6}[ \t]*$|^[ \t]*>[ \t>]*\r?\n(?![ \t]*>)/m,
  // A character reference after the language of a fence.
  /^[ \t>]*(?:~~~|```)[^\n]*&/m,
  // HTML in lists and quotes, or indented.
  /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])[^\n]*|[ \t]+)<[!?/a-z]/im,
  // Values of HTML attributes without quotes.
  /<[a-z][^<>]*=\s*[^\s"'<>]/i,
  // Halves of surrogate pairs, which no UTF-8 file holds.
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
];

/** True where satteri is known to give the tree of remark-parse with remark-gfm for this Markdown. */
export function parsersAgree(source: string): boolean {
  return !differing.some((construct) => construct.test(source));
}
