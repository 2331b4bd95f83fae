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

type PictureTagProps = {
  readonly side: 'before' | 'after';
  /** Edge of the picture. */
  readonly at: 'top' | 'bottom';
  readonly children: string;
};

/** The name of what is shown on a side of a picture, over it. */
export const PictureTag = ({ side, at, children }: PictureTagProps) => (
  <span className={css.tag} data-side={side} data-at={at}>
    {children}
  </span>
);

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
    {/* After the line: it would cross out the name that it is moved over. */}
    <PictureTag side="before" at={tagsAt}>
      {beforeLabel}
    </PictureTag>
    <PictureTag side="after" at={tagsAt}>
      {afterLabel}
    </PictureTag>
  </>
);
