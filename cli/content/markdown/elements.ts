import type { Element, ElementContent } from 'hast';

/** Returns an element of the tree of HTML. */
export const create = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[] = [],
): Element => ({ type: 'element', tagName, properties, children });
