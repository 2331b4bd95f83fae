import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import css from './Field.module.css';

type Labelled = { readonly label: ReactNode; readonly hint?: ReactNode };

type FrameProps = Labelled & { readonly id: string; readonly value?: ReactNode; readonly children: ReactNode };

const Frame = ({ id, label, hint, value, children }: FrameProps) => (
  <div className={css.field}>
    <div className={css.head}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {value !== undefined && (
        <output className={css.value} htmlFor={id}>
          {value}
        </output>
      )}
    </div>
    {children}
    {hint && <p className={css.hint}>{hint}</p>}
  </div>
);

/** A line of text with its label. */
export const TextField = ({ label, hint, ...rest }: Labelled & ComponentProps<'input'>) => {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <input type="text" {...rest} id={id} className={css.input} />
    </Frame>
  );
};

/** Several lines of text with their label. */
export const TextArea = ({ label, hint, ...rest }: Labelled & ComponentProps<'textarea'>) => {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <textarea rows={8} {...rest} id={id} className={css.input} />
    </Frame>
  );
};

/** A choice from a short list. */
export const Select = ({ label, hint, ...rest }: Labelled & ComponentProps<'select'>) => {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <select {...rest} id={id} className={css.input} />
    </Frame>
  );
};

type SliderProps = Labelled & Omit<ComponentProps<'input'>, 'type'> & { readonly shown: ReactNode };

/** A number on a scale; `shown` is the value as people read it. */
export const Slider = ({ label, hint, shown, ...rest }: SliderProps) => {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} value={shown}>
      <input {...rest} type="range" id={id} className={css.range} />
    </Frame>
  );
};
