import type { Head, HeadTag, Locale } from '../contract.ts';

/** Attribute of the head elements that belong to the page on show. */
const headMark = 'data-h';

/** Puts the page's title, language and head elements in place of the last page's. */
export function applyHead(document: Document, head: Head, locale: Locale): void {
  document.title = head.title;
  document.documentElement.lang = locale.language;
  document.documentElement.dir = locale.dir;
  for (const element of document.head.querySelectorAll(`[${headMark}]`)) element.remove();
  document.head.append(...head.tags.map((tag) => createTag(document, tag)));
}

function createTag(document: Document, [name, attributes, text]: HeadTag): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.setAttribute(headMark, '');
  if (text !== undefined) element.textContent = text;
  return element;
}
