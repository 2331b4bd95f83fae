import { type ReactNode, useId } from 'react';
import css from './parts.module.css';

type CheckProps = {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

/** A checkbox with a clickable label beside it. */
export const Check = ({ label, checked, onChange, disabled = false }: CheckProps) => {
  const id = useId();
  return (
    <div className={css.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
};
