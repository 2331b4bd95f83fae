import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import css from './Section.module.css';

type SectionProps = {
  readonly title?: ReactNode;
  readonly lead?: ReactNode;
  readonly id?: string;
  /** `narrow`: width of a column of text; on wide screens beside a heading that has no lead. */
  readonly width?: 'narrow' | undefined;
  /** Whether it is left out in print, because it only leads elsewhere. */
  readonly screenOnly?: boolean;
  readonly children: ReactNode;
};

/** A part of a page with its heading, as wide as the page. */
export const Section = ({ title, lead, id, width, screenOnly, children }: SectionProps) => (
  <section id={id} className={classes(css.section, width && css[width])} data-screen-only={screenOnly}>
    {title && (
      <header className={css.head}>
        <h2>{title}</h2>
        {lead && <p className={css.lead}>{lead}</p>}
      </header>
    )}
    {children}
  </section>
);
