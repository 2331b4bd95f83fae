import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import css from './Divider.module.css';

export type DividerProps = ComponentProps<'div'> & {
  /** Accessible name of the slider. */
  readonly label: string;
  /** Position, 0 to 100 percent; `splitText` describes it to screen readers. */
  readonly split: number;
  readonly splitText?: string | undefined;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** Edge of the pictures at which their labels are. */
  readonly tagsAt?: 'top' | 'bottom';
};

/** The line between a picture before and after, with the names of both; its position is `--split` of its container. */
export const Divider = ({
  label,
  split,
  splitText,
  beforeLabel,
  afterLabel,
  tagsAt = 'bottom',
  className,
  ...rest
}: DividerProps) => (
  <>
    <span className={css.tag} data-side="before" data-at={tagsAt}>
      {beforeLabel}
    </span>
    <span className={css.tag} data-side="after" data-at={tagsAt}>
      {afterLabel}
    </span>
    <div
      {...rest}
      className={classes(css.divider, className)}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={split}
      aria-valuetext={splitText}
    >
      <span className={css.grip} />
    </div>
  </>
);
