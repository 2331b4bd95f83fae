import css from './parts.module.css';

/** Line drawings of the workspace's buttons, in a box of 24 units. */
const SHAPES = {
  undo: 'M8.500 5 4 9.500l4.500 4.500M4 9.500h10a6 6 0 0 1 0 10h-3',
  redo: 'M15.500 5 20 9.500l-4.500 4.500M20 9.500H10a6 6 0 0 0 0 10h3',
  again: 'M19 12a7 7 0 1 1-2.500-5.400M19.500 3.500v4h-4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  options: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 4.500v5M11 14.500v5',
  download: 'M12 4v11M7.500 11l4.500 4.500L16.500 11M5 20h14',
  keyboard: 'M3 6.500h18v11H3zM6.500 10h.5M10 10h.5M13.500 10h.5M17 10h.5M8 14h8',
  drop: 'M12 3.500c3 3.800 5.500 6.800 5.500 10.200a5.500 5.500 0 0 1-11 0c0-3.400 2.500-6.400 5.500-10.200M9.500 14.500a2.500 2.500 0 0 0 2 2.500',
  lock: 'M6 11h12v8.500H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2',
  picture: 'M4 5h16v14H4zM4 15.500l4.500-4.500 5 5 3-3 3.500 3.500M14.500 9.500h.5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  next: 'M4.500 12h15M13.500 6l6 6-6 6',
  full: 'M4 9V4h5M4 4l6 6M20 15v5h-5M20 20l-6-6',
  brush: 'M19.500 4.500 10 14M10 14a3 3 0 0 0-4 2.500c0 1.500-1 2.500-2 3 4 1 7 0 7.500-3A3 3 0 0 0 10 14',
  hand: 'M12 3v18M3 12h18M12 3 9.500 5.500M12 3l2.500 2.500M12 21l-2.500-2.500M12 21l2.500-2.500M3 12l2.500-2.500M3 12l2.500 2.500M21 12l-2.500-2.500M21 12l-2.500 2.500',
  lasso:
    'M7.500 15.500C5 14.500 3.500 12.800 3.500 10.500c0-3.300 3.800-6 8.500-6s8.500 2.700 8.500 6-3.800 6-8.500 6c-.7 0-1.400 0-2-.2M10 16.500a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0zM6.500 18.500c0 1 .5 1.800 1.500 2.500',
  rectangle:
    'M4 6.500V5h1.500M9 5h2M13.500 5h2M18.500 5H20v1.500M20 10v2M20 15v2.500h-1.500M15 17.500M15.500 19h-2M11 19H9M5.500 19H4v-1.500M4 14v-2M4 9.500v-.5',
  crop: 'M7 2.500V17h14.500M2.500 7H17v14.500',
  turnLeft: 'M8 4.500 4.500 8 8 11.500M4.500 8H13a6 6 0 0 1 6 6v5.500',
  turnRight: 'M16 4.500 19.500 8 16 11.500M19.500 8H11a6 6 0 0 0-6 6v5.500',
  flipSideways: 'M12 3v18M9 6.500 3.500 17.500H9zM15 6.500l5.500 11H15z',
  flipUpright: 'M3 12h18M6.500 9 17.500 3.500V9zM6.500 15l11 5.500V15z',
  compare: 'M12 3.500v17M4 6h5M4 18h5V6M15 6h5v12h-5M4 6v12',
  pointer: 'M9 9l10.500 4-4.500 2-2 4.500zM4.500 8H3M8 4.500V3M5.500 5.500l-1-1M5.500 11l-1 1M11 5.500l1-1',
  eraser: 'M9 19.500 4.500 15 14 5.500l5.500 5.500-8.500 8.500zM9 19.500h10M9.500 10l5.500 5.500',
} as const;

export type MarkName = keyof typeof SHAPES;

/** Decorative: a text or an `aria-label` has the meaning. */
export const Mark = ({ name }: { readonly name: MarkName }) => (
  <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={SHAPES[name]} />
  </svg>
);
