import type { HeadTag } from '../contract.ts';

/** Returns the elements of the first page's head from its document, whose data does not repeat them. */
export function readHeadTags({ head }: Document): readonly HeadTag[] {
  return Array.from(head.querySelectorAll('[data-h]'), (element) => {
    const names = element.getAttributeNames().filter((name) => name !== 'data-h');
    const attributes = Object.fromEntries(names.map((name) => [name, element.getAttribute(name) ?? '']));
    return [element.localName as HeadTag[0], attributes, element.textContent || undefined] as HeadTag;
  });
}
