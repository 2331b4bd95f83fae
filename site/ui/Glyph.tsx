import { Drawing } from './Drawing.tsx';

/** The icons that every page shows. Others are in `drawings/`. */
const SHAPES = {
  menu: 'M4 7.5h16M4 16.5h16',
  close: 'M6 6l12 12M18 6 6 18',
  chevron: 'm6 9.5 6 6 6-6',
  globe: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0h17M12 3.5c-5 5-5 12 0 17c5-5 5-12 0-17',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20 20',
  sun: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3l1.7 1.7M17 17l1.7 1.7M5.3 18.7l1.7-1.7M17 7l1.7-1.7',
  moon: 'M19.5 14.5A8 8 0 1 1 10 4.5a6.3 6.3 0 0 0 9.5 10z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
} as const;

export type GlyphName = keyof typeof SHAPES;

/** A decorative icon in the colour of the text; the words beside it or an `aria-label` carry the meaning. */
export const Glyph = ({ name }: { readonly name: GlyphName }) => <Drawing path={SHAPES[name]} />;
