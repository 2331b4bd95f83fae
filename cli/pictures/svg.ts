import { type ChildNode, Element, Text } from 'domhandler';

/** Change it when the same file is cleaned to other bytes. */
export const svgCleanerVersion = 1;

/** What a cleaned file lacks, in the words of messages. */
export type Removed = 'scripts' | 'event handlers' | 'embedded HTML' | 'references to other addresses';

const suspicious =
  /<script|<foreignobject|<iframe|<handler|\son[a-z]+\s*=|javascript:|@import|<!entity|<\?xml-stylesheet|(?:href|src)\s*=\s*["']?\s*(?!#|data:image\/|["'])|url\(\s*["']?\s*(?!#|["']|data:)/i;

/** True if the text of an SVG file contains anything that `cleanSvg` may remove. */
export const needsCleaning = (text: string): boolean => suspicious.test(text);

const embedding = new Set(['foreignobject', 'iframe', 'embed', 'object', 'audio', 'video']);
const scripts = new Set(['script', 'handler', 'listener']);

/** True for an address within the file itself, or of an embedded picture. */
const isOwn = (address: string): boolean => /^(?:#|data:image\/(?!svg))/i.test(address.trim());

/**
 * Returns an SVG file without what could run or load something: scripts, event handlers, embedded HTML, and references
 * to other addresses. Links (`<a href>`) to web pages stay.
 */
export async function cleanSvg(text: string): Promise<{ readonly svg: string; readonly removed: readonly Removed[] }> {
  const { DomUtils, parseDocument } = await import('htmlparser2');
  const removed = new Set<Removed>();
  const document = parseDocument(text, { xmlMode: true });
  // A document type may define entities, and text beside the root is what is left of one.
  const kept = document.children.filter((node) => node instanceof Element || /^\?xml\s/.test(nameOf(node)));
  if (document.children.some((node) => /^!doctype|^\?xml-/i.test(nameOf(node)))) {
    if (/<!entity|<\?xml-stylesheet/i.test(text)) removed.add('references to other addresses');
  }
  const root = kept.flatMap((node) => cleanNode(node, removed));
  return {
    svg: root.map((node) => DomUtils.getOuterHTML(node, { xmlMode: true })).join('\n'),
    removed: [...removed].sort(),
  };
}

const nameOf = (node: ChildNode): string => ('name' in node ? node.name : '');

/** The node without its dangerous parts, or nothing. */
function cleanNode(node: ChildNode, removed: Set<Removed>): readonly ChildNode[] {
  if (!(node instanceof Element)) return [node];
  const name = localName(node.name);
  const what = scripts.has(name) ? 'scripts' : embedding.has(name) ? 'embedded HTML' : null;
  if (what !== null) {
    removed.add(what);
    return [];
  }
  for (const [attribute, value] of Object.entries(node.attribs)) {
    const reason = refused(name, localName(attribute), value);
    if (reason === null) continue;
    removed.add(reason);
    delete node.attribs[attribute];
  }
  if (name === 'style') cleanStyle(node, removed);
  node.children = node.children.flatMap((child) => cleanNode(child, removed));
  return [node];
}

const localName = (name: string): string => name.toLowerCase().replace(/^.*:/, '');

/** Removes imports and addresses from a style sheet, which becomes one text. */
function cleanStyle(style: Element, removed: Set<Removed>): void {
  const textOf = (node: ChildNode): string =>
    node instanceof Text ? node.data : 'children' in node ? node.children.map(textOf).join('') : '';
  const css = style.children.map(textOf).join('');
  const clean = css
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(["']?)([^"')]*)\1\s*\)/gi, (whole, _quote, url: string) => (isOwn(url) ? whole : 'none'));
  if (clean !== css) removed.add('references to other addresses');
  style.children = [new Text(clean)];
}

/** Why an attribute is removed, or null. */
function refused(element: string, name: string, value: string): Removed | null {
  if (/^on[a-z]/.test(name)) return 'event handlers';
  // Browsers ignore control characters and spaces in schemes.
  const address = [...value].filter((char) => char > ' ').join('');
  if (/^(?:javascript|vbscript):/i.test(address)) return 'scripts';
  if (name === 'href' || name === 'src') {
    if (element === 'a') return /^(?:#|https?:|mailto:|\/|\.)/i.test(address) ? null : 'references to other addresses';
    return isOwn(address) ? null : 'references to other addresses';
  }
  // Animations may set an address too.
  if (/^(?:to|from|values|by)$/.test(name) && /(?:javascript|data|https?):|\/\//i.test(address)) return 'scripts';
  const urls = [...value.matchAll(/url\(\s*["']?([^"')]*)/gi)];
  return urls.some(([, url = '']) => !isOwn(url)) ? 'references to other addresses' : null;
}
