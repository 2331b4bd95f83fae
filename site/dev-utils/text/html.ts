const ESCAPES: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Named character references common in prose, of the two thousand of HTML. */
const NAMED_REFERENCES: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  sect: '§',
  para: '¶',
  rarr: '→',
  larr: '←',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
};

/** Escapes text for element content. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '');

/** Escapes text for a double-quoted attribute. */
export const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

/** Decodes character references; unknown names are kept. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w*);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED_REFERENCES[name] ?? whole;
    return characterOf(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
  });

/** A tag, comment, declaration or processing instruction; attribute values may contain `>`. */
export const TAG = /<(?:!--[\s\S]*?-->|[/!?]?[A-Za-z](?:[^<>"']|"[^"]*"|'[^']*')*>)/g;

/** Text content of HTML: without tags, with decoded references and unchanged spaces. */
export const textOfHtml = (html: string): string => decodeEntities(html.replace(TAG, ''));

/** Attributes of a start tag: lower-case names, decoded values. */
export const attributesOf = (tag: string): { readonly [name: string]: string } => {
  const inside = tag.replace(/^<[A-Za-z][^\s/>]*/, '').replace(/\/?>$/, '');
  const pattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
  return Object.fromEntries(
    [...inside.matchAll(pattern)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );
};
