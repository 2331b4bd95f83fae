import { useId } from 'react';
import { type ChoiceField, useThumbnails } from '../use-thumbnails.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { PixelCanvas } from '../view/PixelCanvas.tsx';
import css from './choice.module.css';

type ThumbnailChoiceProps = {
  readonly workspace: Workspace;
  readonly field: ChoiceField;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A choice whose options are shown on the visitor's own picture. */
export const ThumbnailChoice = ({ workspace, field, value, onChange }: ThumbnailChoiceProps) => {
  const { say } = useWords();
  const id = useId();
  const thumbnails = useThumbnails(workspace, field);
  return (
    <fieldset className={css.field}>
      <legend className={css.title}>{say(field.label)}</legend>
      <div className={css.choices}>
        {field.choices.map((choice) => {
          const pixels = thumbnails.get(choice.value);
          return (
            <label key={choice.value} className={css.choice}>
              <input
                type="radio"
                className={css.radio}
                name={id}
                value={choice.value}
                checked={choice.value === value}
                onChange={() => onChange(choice.value)}
              />
              <span className={css.thumbnail} aria-hidden="true">
                {pixels && <PixelCanvas className={css.canvas} pixels={pixels} />}
              </span>
              <span className={css.name}>{say(choice.label)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
};
