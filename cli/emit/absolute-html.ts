import { escapeHtml } from '../lib/escape.ts';
import { decodeEntities, eachStartTag } from '../lib/html-tags.ts';

const urlAttributes = new Set(['href', 'src', 'poster', 'srcset']);
const attribute = /[^\s"'<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/g;
/**
 * HTML whose links and images work outside its page: every relative URL in `href`, `src`, `srcset` and `poster` is
 * resolved against the page's absolute URL. Text, comments and other attributes stay as they are.
 */
export function absoluteHtml(html: string, pageUrl: string): string {
  let out = '';
  let at = 0;
  eachStartTag(html, (tag, start, end) => {
    out += html.slice(at, start) + absoluteTag(tag, pageUrl);
    at = end;
  });
  return out + html.slice(at);
}

function absoluteTag(tag: string, pageUrl: string): string {
  return tag.replace(attribute, (whole: string) => {
    const equals = whole.indexOf('=');
    const name = whole.slice(0, equals).trim().toLowerCase();
    if (!urlAttributes.has(name)) return whole;
    const quoted = whole.slice(equals + 1).trim();
    const value = decodeEntities(/^["']/.test(quoted) ? quoted.slice(1, -1) : quoted);
    const url = name === 'srcset' ? absoluteSrcset(value, pageUrl) : resolve(value.trim(), pageUrl);
    return `${name}="${escapeHtml(url)}"`;
  });
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
