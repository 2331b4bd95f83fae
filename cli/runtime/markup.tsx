import { createElement, type HTMLAttributes, type ReactNode, useId, useMemo } from 'react';
import type { Markup as MarkupData } from '../contract.ts';
import { usePageState } from './context.ts';

export type MarkupProps = Omit<HTMLAttributes<HTMLElement>, 'children' | 'dangerouslySetInnerHTML'> & {
  readonly of: MarkupData;
  /** Name of the element, `div` by default. */
  readonly as?: string;
};

/** HTML made from Markdown. When hydrating it is taken from the document, which carries it already. */
export function Markup({ of, as = 'div', ...attributes }: MarkupProps): ReactNode {
  const id = useId();
  const { markup } = usePageState();
  const html = useMemo(() => ({ __html: markup(of, id) }), [markup, of, id]);
  return createElement(as, {
    ...attributes,
    'data-markup': id,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: html,
  });
}

/** `markup` in the browser: text that came with the page, else what the server rendered into the element. */
export function createMarkupReader(root: ParentNode): (of: MarkupData, id: string) => string {
  const taken = new WeakMap<MarkupData, string>();
  return (of, id) => {
    const html = of.html ?? taken.get(of) ?? root.querySelector(`[data-markup="${id}"]`)?.innerHTML ?? '';
    if (of.html === null) taken.set(of, html);
    return html;
  };
}
