import type { Element, ElementContent, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { SiteInfo } from '../contract.ts';
import { absoluteUrl } from '../lib/url.ts';

/** Elements that are no part of the text. */
const skipped = new Set(
  `aside button canvas dialog form head iframe input link meta nav noscript script select style svg template textarea`.split(
    ' ',
  ),
);

type CopyInput = {
  /** HTML of the page's root. */
  readonly html: string;
  /** With locale prefix, without base. */
  readonly path: string;
  readonly title: string;
  readonly site: SiteInfo;
};

/**
 * Returns the text of a page as Markdown (GitHub flavour): the content of its `main` element, or all of it if there is
 * none. Addresses are absolute. Starts with a heading of the first level.
 */
export function markdownCopy({ html, path, title, site }: CopyInput): string {
  const tree = raw({ type: 'root', children: [{ type: 'raw', value: html }] }) as Root;
  const main = findMain(tree) ?? tree;
  const page = absoluteUrl(site, path);
  const children = main.children.flatMap((node) => readableNodes(node as ElementContent, page));
  const markdown = toMarkdown(toMdast({ type: 'root', children }), {
    bullet: '-',
    rule: '-',
    emphasis: '_',
    extensions: [gfmToMarkdown()],
  }).trim();
  return /^# /m.test(markdown) ? `${markdown}\n` : `# ${title}\n\n${markdown}\n`;
}

function findMain(node: Root | Element): Element | null {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = child.tagName === 'main' ? child : findMain(child);
    if (found) return found;
  }
  return null;
}

/** Returns the parts of an element that belong to the text, with absolute addresses. */
function readableNodes(node: ElementContent, page: string): ElementContent[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element' || skipped.has(node.tagName)) return [];
  const { hidden, ariaHidden, href, src } = node.properties;
  if ((hidden !== undefined && hidden !== false) || String(ariaHidden) === 'true') return [];
  const properties = { ...node.properties, ...absoluteAddresses({ href, src }, page) };
  const children = node.children.flatMap((child) => readableNodes(child, page));
  // The link of a heading to itself.
  if (node.tagName === 'a' && children.length === 0) return [];
  return [{ ...node, properties, children }];
}

function absoluteAddresses(
  addresses: { readonly href: unknown; readonly src: unknown },
  page: string,
): Record<string, string> {
  const texts = Object.entries(addresses).filter(([, address]) => typeof address === 'string');
  return Object.fromEntries(
    texts.map(([name, address]) => [
      name,
      URL.canParse(String(address), page) ? new URL(String(address), page).href : String(address),
    ]),
  );
}
