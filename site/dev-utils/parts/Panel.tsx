import { type ReactNode, useId } from 'react';
import css from './parts.module.css';

type PanelProps = {
  readonly title: ReactNode;
  /** The title changes during use, such as a count: screen readers announce it. */
  readonly live?: boolean;
  /** Controls at the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A titled section of a utility. */
export const Panel = ({ title, live = false, actions, children }: PanelProps) => {
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <div className={css.panelHead}>
        {/* Around the heading: inside it, only phrasing content without a role of its own is allowed. */}
        <div role={live ? 'status' : undefined}>
          <h2 id={id} className={css.panelTitle}>
            {title}
          </h2>
        </div>
        {actions && <div className={css.row}>{actions}</div>}
      </div>
      {children}
    </section>
  );
};

type EmptyProps = { readonly children: ReactNode; readonly action?: ReactNode };

/** A placeholder that explains what will appear. */
export const Empty = ({ children, action }: EmptyProps) => (
  <div className={css.empty}>
    <p>{children}</p>
    {action}
  </div>
);
