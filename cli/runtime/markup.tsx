import { createElement, type HTMLAttributes, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import type { Markup as MarkupData } from '../contract.ts';
import { usePageState } from './context.tsx';

/** Props of `Markup`: those of an HTML element, and the HTML that it holds. */
export type MarkupProps = Omit<HTMLAttributes<HTMLElement>, 'children' | 'dangerouslySetInnerHTML'> & {
  readonly of: MarkupData;
  /** Tag name of the element, `div` by default. */
  readonly as?: string;
};

/**
 * Renders HTML that was rendered from Markdown, and starts the islands and the copy buttons in it. Hydration reads the HTML from the
 * document, so that the payload need not contain it.
 */
export function Markup({ of, as = 'div', ...attributes }: MarkupProps): ReactNode {
  const id = useId();
  const state = usePageState();
  const { markup } = state;
  const element = useRef<HTMLElement>(null);
  const html = useMemo(() => ({ __html: markup(of, id) }), [markup, of, id]);
  // An update of the page's state alone leaves the islands as they are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for this reason
  useEffect(() => {
    const root = element.current;
    if (root && html.__html.includes('data-copy='))
      import('./copy-code.ts').then(({ addCopyButtons }) => addCopyButtons(root), reportError);
    if (!root || !html.__html.includes('<sitegen-island')) return;
    let stop = () => {};
    let isUnmounted = false;
    import('./island-mount.tsx').then(({ startPageIslands }) => {
      if (!isUnmounted) stop = startPageIslands(root, state);
    }, reportError);
    return () => {
      isUnmounted = true;
      // React does not allow unmounting a root while another one renders.
      setTimeout(() => stop());
    };
  }, [html.__html]);
  return createElement(as, {
    ...attributes,
    ref: element,
    'data-markup': id,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: html,
  });
}

/**
 * Returns `PageState.markup` for the browser. It returns the HTML in the payload, or else the HTML of the element that
 * the server rendered, and remembers the latter.
 */
export function createMarkupReader(root: ParentNode): (of: MarkupData, id: string) => string {
  const readHtml = new WeakMap<MarkupData, string>();
  return (of, id) => {
    const html = of.html ?? readHtml.get(of) ?? root.querySelector(`[data-markup="${id}"]`)?.innerHTML ?? '';
    if (of.html === null) readHtml.set(of, html);
    return html;
  };
}
