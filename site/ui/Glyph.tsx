import css from './Glyph.module.css';

/** Line drawings in a box of 24 units, 1.75 units thick. */
const SHAPES = {
  menu: 'M4 7.5h16M4 16.5h16',
  close: 'M6 6l12 12M18 6 6 18',
  chevron: 'm6 9.5 6 6 6-6',
  arrow: 'M4.5 12h15M13.5 6l6 6-6 6',
  globe: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0h17M12 3.500c-5 5-5 12 0 17c5-5 5-12 0-17',
  search: 'M4 10.500a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.300L20 20',
  sun: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.500v2.500M12 19v2.500M2.5 12H5M19 12h2.500M5.3 5.300l1.7 1.700M17 17l1.7 1.700M5.3 18.700l1.7-1.700M17 7l1.7-1.7',
  moon: 'M19.5 14.500A8 8 0 1 1 10 4.500a6.3 6.3 0 0 0 9.5 10z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  info: 'M12 11v6M12 7v.500M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0',
  warning: 'M12 9.500v4.500M12 17v.300M12 3.5 21 19.500H3z',
  picture: 'M4 5h16v14H4zM4 15.500l4.5-4.5 5 5 3-3 3.5 3.500M14.5 9.500h.5',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.500h4M4 14.500h4M16 9.500h4M16 14.500h4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  link: 'M9.5 14.500l5-5M11 6.500l1.5-1.500a4.6 4.6 0 0 1 6.5 6.500L17.5 13M13 17.500l-1.5 1.500A4.6 4.6 0 0 1 5 12.500L6.5 11',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.500L20.5 7',
  share: 'M12 15V4M8 7.5 12 3.500l4 4M5 12v8h14v-8',
  feed: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M5.5 18.500h.5',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7v5l3.5 2',
} as const;

export type GlyphName = keyof typeof SHAPES;

/** A decorative icon in the colour of the text; the words beside it or an `aria-label` carry the meaning. */
export const Glyph = ({ name }: { readonly name: GlyphName }) => (
  <svg className={css.glyph} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={SHAPES[name]} />
  </svg>
);
