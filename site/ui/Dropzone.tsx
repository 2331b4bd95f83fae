import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { ACCEPT, type MediaKind } from './accepted.ts';
import { buttonClass } from './Button.tsx';
import { classes } from './classes.ts';
import { Drawing } from './Drawing.tsx';
import css from './Dropzone.module.css';
import { filmShape } from './drawings/film.ts';
import { pictureShape } from './drawings/picture.ts';
import { useWindowDrop } from './use-window-drop.ts';

export type DropzoneProps = {
  readonly kind: MediaKind;
  readonly multiple?: boolean;
  /** Label of the button. */
  readonly action: string;
  readonly hint: ReactNode;
  readonly note?: ReactNode;
  /** Shown instead of the hint while files hover over the page. */
  readonly dropNow: string;
  readonly onFiles: (files: readonly File[]) => void;
  /** Pictures behind the text. */
  readonly decoration?: ReactNode;
  readonly className?: string | undefined;
};

/** A file input that also accepts files dropped anywhere on the page, and pasted files. */
export const Dropzone = ({
  kind,
  multiple = false,
  action,
  hint,
  note,
  dropNow,
  onFiles,
  decoration,
  className,
}: DropzoneProps) => {
  const isDraggedOver = useWindowDrop(onFiles);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const takeChosen = useEffectEvent(() => {
    const chosen = [...(input.current?.files ?? [])];
    if (input.current) input.current.value = '';
    if (chosen.length > 0) onFiles(chosen);
  });
  // Reports files that were chosen before hydration.
  useEffect(takeChosen, []);
  return (
    <div
      className={classes(css.zone, className)}
      data-over={isDraggedOver}
      data-decorated={decoration ? '' : undefined}
    >
      <span className={css.lamp} aria-hidden="true" />
      {decoration}
      <label className={css.label} htmlFor={id}>
        <span className={css.words}>
          <span className={css.glyph}>
            <Drawing path={kind === 'video' ? filmShape : pictureShape} />
          </span>
          <span className={classes(buttonClass({ kind: 'primary', size: 'large' }), css.action)}>{action}</span>
          <span className={css.hint}>{isDraggedOver ? dropNow : hint}</span>
          {note && <span className={css.note}>{note}</span>}
        </span>
      </label>
      <input
        ref={input}
        id={id}
        className={css.input}
        data-takes-focus=""
        type="file"
        // The hint is not part of the name, which scripts find it by.
        aria-label={action}
        accept={ACCEPT[kind]}
        multiple={multiple}
        onChange={takeChosen}
      />
    </div>
  );
};
