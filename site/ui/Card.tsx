import type { ReactNode } from 'react';
import css from './Card.module.css';
import { classes } from './classes.ts';

type CardProps = { readonly children: ReactNode; readonly className?: string | undefined };

/** A raised card. A link inside it with the attribute `data-cover` makes the whole card clickable. */
export const Card = ({ children, className }: CardProps) => (
  <article className={classes(css.card, className)}>{children}</article>
);
