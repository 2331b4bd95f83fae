import css from './Drawing.module.css';

/** A decorative line drawing in a box of 24 units, with lines 1.75 units thick, in the colour of the text. */
export const Drawing = ({ path }: { readonly path: string }) => (
  <svg className={css.drawing} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);
