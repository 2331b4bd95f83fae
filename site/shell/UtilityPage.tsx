import type { ReactNode } from 'react';
import css from './UtilityPage.module.css';

type UtilityPageProps = {
  readonly title: string;
  readonly lead: string;
  /** Input in the left column, output in the right one; stacked on small screens. */
  readonly input: ReactNode;
  readonly output: ReactNode;
};

/** The page layout of a developer utility. */
export const UtilityPage = ({ title, lead, input, output }: UtilityPageProps) => (
  <div className={css.page}>
    <header className={css.head}>
      <h1 className={css.title}>{title}</h1>
      <p className={css.lead}>{lead}</p>
    </header>
    <div className={css.columns}>
      <div className={css.column}>{input}</div>
      <div className={css.column}>{output}</div>
    </div>
  </div>
);
