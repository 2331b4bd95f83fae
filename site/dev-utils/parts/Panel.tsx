import { type ReactNode, useId } from 'react';
import css from './parts.module.css';

type PanelProps = {
  readonly title: ReactNode;
  /** At the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a utility with its heading. */
export const Panel = ({ title, actions, children }: PanelProps) => {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <div className={css.panelHead}>
        <h2 id={id} className={css.panelTitle}>
          {title}
        </h2>
        {actions && <div className={css.row}>{actions}</div>}
      </div>
      {children}
    </section>
  );
};

type EmptyProps = { readonly children: ReactNode; readonly action?: ReactNode };

/** Says what will stand here. */
export const Empty = ({ children, action }: EmptyProps) => (
  <div className={css.empty}>
    <p>{children}</p>
    {action}
  </div>
);
