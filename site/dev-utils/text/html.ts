const ESCAPES: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Names of the characters from U+00A0 to U+00FF, in their order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Named character references common in prose, of the two thousand of HTML. */
const NAMED_REFERENCES: { readonly [name: string]: string } = {
  ...Object.fromEntries(LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)])),
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
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
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  euro: '€',
  rarr: '→',
  larr: '←',
};

/** Escapes text for element content. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '');

/** Escapes text for a double-quoted attribute. */
export const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd';

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
