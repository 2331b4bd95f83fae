const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const attribute = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/**
 * Calls `visit` with every start tag of an HTML text and its start and end offset, in order. Skips comments and end
 * tags.
 */
export function eachStartTag(html: string, visit: (tag: string, start: number, end: number) => void): void {
  let offset = 0;
  for (;;) {
    const start = html.indexOf('<', offset);
    if (start === -1) return;
    offset = html.startsWith('<!--', start) ? endOfComment(html, start) : endOfTag(html, start);
    if (isLetter(html.charCodeAt(start + 1))) visit(html.slice(start, offset), start, offset);
  }
}

/**
 * Returns the attributes of a start tag that have a value: decoded values by lower-case name. The first of duplicates
 * wins.
 */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(attribute)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return found;
}

/** Decodes numeric character references and the five named ones that serialisers write; leaves others unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi, (reference, name: string) => {
    if (!name.startsWith('#')) return namedEntities[name.toLowerCase()] ?? reference;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

function endOfComment(html: string, start: number): number {
  const end = html.indexOf('-->', start + 4);
  return end === -1 ? html.length : end + 3;
}

/** Returns the offset after the first `>` outside of quotes, or after a `<` that does not start a tag. */
function endOfTag(html: string, start: number): number {
  if (!/[a-z/!]/i.test(html.charAt(start + 1))) return start + 1;
  let quote = 0;
  for (let i = start + 1; i < html.length; i += 1) {
    const code = html.charCodeAt(i);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 0x22 || code === 0x27) quote = code;
    else if (code === 0x3e) return i + 1;
  }
  return html.length;
}
