import { useId } from 'react';
import { type ChoiceField, useThumbnails } from '../use-thumbnails.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { PixelCanvas } from '../view/PixelCanvas.tsx';
import { useObjectUrl } from '../view/use-object-url.ts';
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
  const { item, stale } = workspace;
  // Until they are computed: the picture, and its result for the choice that it has.
  const picture = useObjectUrl(item?.info ? item.file : null);
  const shows = useObjectUrl((!stale && item?.result?.blob) || null);
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
                {pixels ? (
                  <PixelCanvas className={css.canvas} pixels={pixels} />
                ) : shows && choice.value === value ? (
                  <img className={css.canvas} src={shows} alt="" />
                ) : (
                  picture && <img className={css.waiting} src={picture} alt="" />
                )}
              </span>
              <span className={css.name}>{say(choice.label)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
};
