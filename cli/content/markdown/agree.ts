type Construct = {
  /** The construct holds one of these: looked for first, as that is much faster than an expression. */
  readonly holds: readonly string[];
  readonly pattern: RegExp;
};

/**
 * Constructs on which satteri's tree was found to differ from that of remark-parse, by the CommonMark and GFM
 * examples and by comparing the two on random documents; `differences` in the test of this file lists examples.
 * Each expression is wider than the difference itself: a match costs milliseconds, a miss would change a page.
 */
const differing: readonly Construct[] = [
  // Literal links: `http://.`, `www. `, a pipe of a table inside, an address after a slash or a letter like `é`.
  {
    holds: ['://', 'www.', 'WWW.', '@'],
    pattern:
      /https?:\/\/(?![\p{L}\p{N}])|https?:\/\/[^\s|]*\||www\.(?![\p{L}\p{N}])|www\.[^\s|]*\||(?:\/|[^\0-\x7f])[\w.+-]+@/iu,
  },
  // The same beside or with characters beyond ASCII.
  {
    holds: ['://', 'www.', 'WWW.'],
    pattern: /(?:https?:\/\/|www\.)[^\s<>()]*[^\0-\x7f]|[^\0-\x7f](?:https?:\/\/|www\.)/i,
  },
  // Runs of different markers, or markers beside an escaped one: `**_**`, `\***a*`.
  { holds: ['*', '_', '~'], pattern: /\\[*_~][*_~]|[*~]_|_[*~]|[*_~]\\[*_~]|~\*|\*~/ },
  // Beyond the basic plane remark-parse sees halves of a character, which are neither letters nor symbols.
  {
    holds: ['*', '_', '~', 'www.', 'WWW.', ':'],
    pattern: /[\udc00-\udfff](?:[*_~]|[Ww]{3}\.|[Hh][Tt]{2}[Pp][Ss]?:)|[*_~][\ud800-\udbff]/,
  },
  // A hard break as the last thing in a link.
  { holds: ['\\\n'], pattern: /\\\n[ \t>]*\]/ },
  // Footnotes inside links, definitions inside lists and quotes, and definitions that text follows directly.
  { holds: ['[^'], pattern: /\[[^\]\n]*\[\^|^[ \t>*+\-\d.)]+\[\^[^\]\n]+\]:/m },
  {
    holds: ['[^'],
    pattern:
      /^\[\^[^\]\n]+\]:(?![ \t]+[\p{L}\p{N}\p{Pi}\p{Pf}"'(„「『《（].*(?:(?![\s\S])|\n(?:(?![\s\S])|[ \t]*\n|\[\^| {4})))/mu,
  },
  // Task items without text, or whose text is a heading.
  {
    holds: ['[ ]', '[\t]', '[x]', '[X]'],
    pattern: /\[[ \txX]\][ \t]*$|^[ \t>]+(?:-+|=+)[ \t]*$/m,
  },
  // Definitions of links that go on, or that something other than a blank line or a definition follows.
  {
    holds: [']:'],
    pattern: /^[ \t>*+\-\d.)]*\[[^\]]*\]:(?:[ \t]*$|[^\n]*\n(?![ \t]*\n|\[|(?![\s\S])))/m,
  },
  // A list item that may be the second line of a table, an empty heading, and the empty end of a quote.
  { holds: ['|'], pattern: /^[ \t>]*-[ \t]+[-:| \t]*\|/m },
  { holds: ['#'], pattern: /#[ \t]*$/m },
  { holds: ['>'], pattern: /^[ \t]*>[ \t>]*\n(?![ \t]*>)/m },
  // List items without text: whether they interrupt what is before them.
  { holds: ['*', '+', '-', '.', ')'], pattern: /^[ \t>]*(?:[*+-]|\d{1,9}[.)])[ \t]*$/m },
  // HTML on a line directly below text, which may be a table.
  { holds: ['<'], pattern: /^[ \t>]*[^ \t\n<>][^\n]*\n[ \t>]*<[a-z!/?]/im },
  // A character reference or spaces after the language of a fence, and a fence on the first line of a list item.
  { holds: ['```', '~~~'], pattern: /(?:~~~|```)[^\n]*(?:&|[^\S\n]$|[^\S \t\n])/m },
  { holds: ['```', '~~~'], pattern: /[*+\-.)][ \t]+(?:~~~|```)/ },
  // HTML in lists and quotes, or indented, and values of attributes without quotes.
  {
    holds: ['<'],
    pattern: /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])[^\n]*|[ \t]+)<[!?/a-z]|<[a-z][^<>]*=\s*[^\s"'<>]/im,
  },
];

/** What no ASCII text can hold. */
const differingBeyondAscii: readonly RegExp[] = [
  // Next line and byte order mark, which one takes for a space, and signs that only newer Unicode calls signs.
  /[\u0085\ufeff\u1b4e\u1b4f\u1b7f\u20c1\u2427-\u2429\u2b96\u31e4\u31e5\ufbc3-\ufbd2\ufd90\ufd91\ufdc8-\ufdce]/,
  // Halves of surrogate pairs, which no UTF-8 file holds.
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
];

/** True where satteri is known to give the tree of remark-parse with remark-gfm. Lines of `source` end in `\n`. */
export function parsersAgree(source: string): boolean {
  for (const { holds, pattern } of differing) {
    if (holds.some((part) => source.includes(part)) && pattern.test(source)) return false;
  }
  return !/[^\0-\x7f]/.test(source) || !differingBeyondAscii.some((pattern) => pattern.test(source));
}
