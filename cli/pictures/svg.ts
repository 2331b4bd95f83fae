import { type ChildNode, Element, Text } from 'domhandler';

/** Version of the cleaner. Increment it if a change of the cleaner changes its output. */
export const svgCleanerVersion = 1;

/** Kinds of parts that the cleaner removes, as messages name them. */
export type Removed = 'scripts' | 'event handlers' | 'embedded HTML' | 'references to other addresses';

const unsafePattern =
  /<(?:[\w.-]+:)?(?:script|foreignobject|iframe|embed|object|audio|video|handler|listener)\b|=\s*["'][^"'<>]*&#|\son[a-z]+\s*=|javascript:|@import|<!entity|<\?xml-stylesheet|(?:href|src)\s*=\s*["']?\s*(?!#|data:image\/|["'])|url\(\s*["']?\s*(?!#|["']|data:)/i;

/** Returns whether an SVG file may contain parts that `cleanSvg` removes. */
export const needsCleaning = (text: string): boolean => unsafePattern.test(text);

const embeddingElements = new Set(['foreignobject', 'iframe', 'embed', 'object', 'audio', 'video']);
const scriptElements = new Set(['script', 'handler', 'listener']);

/** Returns whether a URL refers to the file itself or is an embedded picture. */
const isInternal = (address: string): boolean => /^(?:#|data:image\/(?!svg))/i.test(address.trim());

/**
 * Returns an SVG file without the parts that could run or load something: scripts, event handlers, embedded HTML, and
 * references to other URLs. Keeps links (`<a href>`) to web pages.
 */
export async function cleanSvg(text: string): Promise<{ readonly svg: string; readonly removed: readonly Removed[] }> {
  const { DomUtils, parseDocument } = await import('htmlparser2');
  const removed = new Set<Removed>();
  const document = parseDocument(text, { xmlMode: true });
  // Drop the document type, which may define entities, and text beside the root, which is a remainder of it.
  const nodes = document.children.filter((node) => node instanceof Element || /^\?xml\s/.test(nameOf(node)));
  if (document.children.some((node) => /^!doctype|^\?xml-/i.test(nameOf(node)))) {
    if (/<!entity|<\?xml-stylesheet/i.test(text)) removed.add('references to other addresses');
  }
  const root = nodes.flatMap((node) => cleanNode(node, removed));
  return {
    svg: root.map((node) => DomUtils.getOuterHTML(node, { xmlMode: true })).join('\n'),
    removed: [...removed].sort(),
  };
}

const nameOf = (node: ChildNode): string => ('name' in node ? node.name : '');

/** Returns the node without its unsafe parts; an empty list if the whole node is unsafe. */
function cleanNode(node: ChildNode, removed: Set<Removed>): readonly ChildNode[] {
  if (!(node instanceof Element)) return [node];
  const name = localName(node.name);
  const what = scriptElements.has(name) ? 'scripts' : embeddingElements.has(name) ? 'embedded HTML' : null;
  if (what !== null) {
    removed.add(what);
    return [];
  }
  for (const [attribute, value] of Object.entries(node.attribs)) {
    const reason = removalReason(name, localName(attribute), value);
    if (reason === null) continue;
    removed.add(reason);
    delete node.attribs[attribute];
  }
  if (name === 'style') cleanStyle(node, removed);
  node.children = node.children.flatMap((child) => cleanNode(child, removed));
  return [node];
}

const localName = (name: string): string => name.toLowerCase().replace(/^.*:/, '');

/** Removes imports and external URLs from a style sheet. Replaces its children by one text. */
function cleanStyle(style: Element, removed: Set<Removed>): void {
  const textOf = (node: ChildNode): string =>
    node instanceof Text ? node.data : 'children' in node ? node.children.map(textOf).join('') : '';
  const css = style.children.map(textOf).join('');
  const clean = css
    .replace(/@import[^;]*;?/gi, '')
    .replace(/url\(\s*(["']?)([^"')]*)\1\s*\)/gi, (whole, _quote, url: string) => (isInternal(url) ? whole : 'none'));
  if (clean !== css) removed.add('references to other addresses');
  style.children = [new Text(clean)];
}

/** Returns the kind of an unsafe attribute, or null. */
function removalReason(element: string, name: string, value: string): Removed | null {
  if (/^on[a-z]/.test(name)) return 'event handlers';
  // Browsers ignore control characters and spaces in schemes.
  const address = [...value].filter((char) => char > ' ').join('');
  if (/^(?:javascript|vbscript):/i.test(address)) return 'scripts';
  if (name === 'href' || name === 'src') {
    if (element === 'a') return /^(?:#|https?:|mailto:|\/|\.)/i.test(address) ? null : 'references to other addresses';
    return isInternal(address) ? null : 'references to other addresses';
  }
  // Animations may set a URL too.
  if (/^(?:to|from|values|by)$/.test(name) && /(?:javascript|data|https?):|\/\//i.test(address)) return 'scripts';
  const urls = [...value.matchAll(/url\(\s*["']?([^"')]*)/gi)];
  return urls.some(([, url = '']) => !isInternal(url)) ? 'references to other addresses' : null;
}
