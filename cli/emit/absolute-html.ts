import { escapeHtml } from '../lib/escape.ts';

const urlAttributes = new Set(['href', 'src', 'poster', 'srcset']);
const attribute = /[^\s"'<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/g;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&#38;': '&',
  '&#x26;': '&',
  '&quot;': '"',
  '&#34;': '"',
  '&#x22;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};

/**
 * HTML whose links and images work outside its page: every relative URL in `href`, `src`, `srcset` and `poster` is
 * resolved against the page's absolute URL. Text, comments and other attributes stay as they are.
 */
export function absoluteHtml(html: string, pageUrl: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    const start = html.indexOf('<', at);
    if (start === -1) return out + html.slice(at);
    const end = html.startsWith('<!--', start) ? endOfComment(html, start) : endOfTag(html, start);
    const tag = html.slice(start, end);
    out += html.slice(at, start);
    out += /^<[a-z]/i.test(tag) ? absoluteTag(tag, pageUrl) : tag;
    at = end;
  }
}

function endOfComment(html: string, start: number): number {
  const end = html.indexOf('-->', start + 4);
  return end === -1 ? html.length : end + 3;
}

/** Place after the `>` that is in no quotes; a lone `<` ends at the next character. */
function endOfTag(html: string, start: number): number {
  if (!/[a-z/!]/i.test(html.charAt(start + 1))) return start + 1;
  let quote = '';
  for (let i = start + 1; i < html.length; i += 1) {
    const character = html.charAt(i);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return i + 1;
  }
  return html.length;
}

function absoluteTag(tag: string, pageUrl: string): string {
  return tag.replace(attribute, (whole: string) => {
    const equals = whole.indexOf('=');
    const name = whole.slice(0, equals).trim().toLowerCase();
    if (!urlAttributes.has(name)) return whole;
    const quoted = whole.slice(equals + 1).trim();
    const value = decode(/^["']/.test(quoted) ? quoted.slice(1, -1) : quoted);
    const url = name === 'srcset' ? absoluteSrcset(value, pageUrl) : resolve(value.trim(), pageUrl);
    return `${name}="${escapeHtml(url)}"`;
  });
}

function decode(value: string): string {
  return value.replace(
    /&(?:amp|quot|#38|#34|#39|#x26|#x22|#x27);/gi,
    (entity) => entities[entity.toLowerCase()] ?? entity,
  );
}

/** Candidates are URLs, which hold no spaces, with a width or density behind; commas part them. */
function absoluteSrcset(srcset: string, pageUrl: string): string {
  return srcset.replace(/(^\s*|,\s+)([^\s,]\S*?)(?=,?\s|,?$)/g, (_whole, before: string, url: string) => {
    return before + resolve(url, pageUrl);
  });
}

function resolve(url: string, pageUrl: string): string {
  return URL.canParse(url, pageUrl) ? new URL(url, pageUrl).href : url;
}
