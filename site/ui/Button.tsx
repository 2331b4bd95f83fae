import type { ComponentProps } from 'react';
import css from './button.module.css';
import { classes } from './classes.ts';

export type ButtonLook = {
  /** Default: outlined. */
  readonly kind?: 'primary' | 'quiet' | undefined;
  readonly size?: 'large' | 'square' | undefined;
};

/** Class of anything that shall look like a button, for links. */
export const buttonClass = ({ kind, size }: ButtonLook = {}): string =>
  classes(css.button, kind && css[kind], size && css[size]);

type ButtonProps = ButtonLook & ComponentProps<'button'>;

/** A button that does not submit a form unless its `type` says so. While disabled it can keep the focus, unlike HTML's. */
export const Button = ({ kind, size, className, disabled, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-disabled={disabled}
    onClick={disabled ? undefined : onClick}
    className={classes(buttonClass({ kind, size }), className)}
  />
);
