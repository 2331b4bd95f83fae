import css from './suggest.module.css';
import type { Reason } from './suggestions.ts';

/** Line drawings in a box of 24 units. */
const SHAPES: { readonly [reason in Reason]: string } = {
  old: 'M4 5h16v14H4zM12 5l-1.500 4 3 3-2.500 3 1 4',
  small: 'M4 14v6h6M20 10V4h-6M4 20l6.500-6.500M20 4l-6.500 6.500',
  blurred: 'M12 4v3M12 17v3M4 12h3M17 12h3M8.500 12a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0',
  soft: 'M12 4 20 19H4zM12 4v15',
  logo: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M8.500 15.500l3.500-8 3.500 8M9.800 12.700h4.400',
  screenshot: 'M3.500 5h17v11h-17zM9 20h6M12 16v4M7 9h6M7 12h4',
  portrait: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.500 20c.5-4.500 3.500-6.500 7.500-6.500s7 2 7.500 6.500',
  anime: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M8.500 10v2.500M15.500 10v2.500M9 15.500c2 1.500 4 1.500 6 0',
  object: 'M9 19.500 4.500 15 14 5.500l5.500 5.500-8.500 8.500zM9 19.500h10M9.500 10l5.500 5.500',
  background: 'M4 5h16v14H4zM4 16l4.500-4.500 5 5 2.500-2.500 4 4M15 9h.500',
  drawing: 'M5 19l1-4L16.500 4.500l3 3L9 18zM14.500 6.500l3 3',
};

/** Decorative: the name and the reason beside it carry the meaning. */
export const SuggestionIcon = ({ reason }: { readonly reason: Reason }) => (
  <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={SHAPES[reason]} />
  </svg>
);
