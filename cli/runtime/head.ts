import { useEffect, useRef } from 'react';
import type { Head, HeadTag, Locale, PageHead } from '../contract.ts';
import { usePageState } from './context.tsx';

/**
 * Sets the title, description and other parts of the page's head. The server writes them into the document. Later
 * changes of title and description update the document and keep text around the title, such as the site's name.
 */
export function useHead(head: PageHead): void {
  const { collectHead } = usePageState();
  collectHead?.(head);
  const { title, description } = head;
  const written = useRef({ title, description });
  useEffect(() => {
    const last = written.current;
    written.current = { title, description };
    if (title !== last.title && title !== undefined)
      document.title = last.title ? document.title.replace(last.title, () => title) : title;
    if (description !== last.description && description !== undefined)
      document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}

/** Attribute that marks the head elements of the current page. */
const pageTagAttribute = 'data-h';

/**
 * Replaces the title, language, direction and marked head elements by those of another page. Elements of both pages stay,
 * and so do scripts: a script that has run is not run again.
 */
export function applyHead(document: Document, head: Head, locale: Locale): void {
  document.title = head.title;
  document.documentElement.lang = locale.language;
  document.documentElement.dir = locale.dir;
  const old = new Set(document.head.querySelectorAll<HTMLElement>(`[${pageTagAttribute}]`));
  for (const tag of head.tags) {
    const element = createTag(document, tag);
    const same = [...old].find((one) => one.isEqualNode(element));
    if (same) old.delete(same);
    else document.head.append(element);
  }
  for (const element of old) {
    if (!(element instanceof HTMLScriptElement) || element.type.endsWith('json')) element.remove();
  }
}

function createTag(document: Document, [name, attributes, text]: HeadTag): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.setAttribute(pageTagAttribute, '');
  // By default, inserted scripts run in the order in which they finish loading.
  if (element instanceof HTMLScriptElement && attributes.async === undefined) element.async = false;
  if (text !== undefined) element.textContent = text;
  return element;
}
