import { useEffect, useRef } from 'react';
import type { PageHead } from '../contract.ts';
import { usePageState } from './context.ts';

/**
 * What the page says of its own head. The server writes it into the document; when title or description change
 * later, the document follows, and whatever surrounds the title (such as the site's name) stays.
 */
export function useHead(head: PageHead): void {
  const { collectHead } = usePageState();
  collectHead?.(head);
  const { title, description } = head;
  const shown = useRef({ title, description });
  useEffect(() => {
    const before = shown.current;
    shown.current = { title, description };
    if (title !== before.title && title !== undefined)
      document.title = before.title ? document.title.replace(before.title, () => title) : title;
    if (description !== before.description && description !== undefined)
      document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}
