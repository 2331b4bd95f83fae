import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
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

type NumberProps = Labelled &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
    readonly value: number;
    /** Called with each number that is typed. The value may become another one, such as the nearest in its range. */
    readonly onChange: (value: number) => void;
  };

/** A number with its label. While it has the focus, it shows what was typed, of which the beginning may be out of range. */
export const NumberField = ({ value, onChange, onBlur, ...rest }: NumberProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      type="number"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
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

/** A scale, filled up to its value. Its label is the caller's. */
export const Scale = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => {
  const [min, max] = [Number(rest.min ?? 0), Number(rest.max ?? 100)];
  const input = useRef<HTMLInputElement>(null);
  const at = `${(100 * (Number(rest.value) - min)) / Math.max(1e-9, max - min)}%`;
  useEffect(() => input.current?.style.setProperty('--at', at), [at]);
  return <input {...rest} ref={input} type="range" className={classes(css.range, className)} />;
};

type SliderProps = Labelled & Omit<ComponentProps<'input'>, 'type'> & { readonly shown: ReactNode };

/** A number on a scale; `shown` is the value as people read it. */
export const Slider = ({ label, hint, shown, ...rest }: SliderProps) => {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} value={shown}>
      <Scale {...rest} id={id} />
    </Frame>
  );
};

type SwitchProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

/** Something that is on or off. The hint describes it and is no part of its name. */
export const Switch = ({ label, hint, checked, onChange, disabled }: SwitchProps) => {
  const id = useId();
  return (
    <div className={css.switch}>
      <input
        id={id}
        type="checkbox"
        className={css.toggle}
        aria-labelledby={`${id}-name`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>
        <span id={`${id}-name`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={css.hint}>
            {hint}
          </span>
        )}
      </label>
    </div>
  );
};
