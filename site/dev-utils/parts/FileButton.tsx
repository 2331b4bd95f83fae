import { type ReactNode, useId } from 'react';
import { buttonClass } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import css from './parts.module.css';

type FileButtonProps = {
  readonly label: ReactNode;
  /** The input's `accept` attribute. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
};

/** A button that lets the visitor choose a file. */
export const FileButton = ({ label, accept, onFile }: FileButtonProps) => {
  const id = useId();
  return (
    <span className={css.file}>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
      <label htmlFor={id} className={classes(buttonClass(), css.fileLabel)}>
        {label}
      </label>
    </span>
  );
};
