import type { ReactNode } from 'react';
import type { ToolError } from '../../engine/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Drawing } from '../../ui/Drawing.tsx';
import { warningShape } from '../../ui/drawings/notice.ts';
import { Glyph } from '../../ui/Glyph.tsx';
import { useWords } from '../use-words.ts';
import { wordsOf } from '../words.ts';
import cards from './cards.module.css';
import css from './parts.module.css';

type ErrorCardProps = {
  readonly error: ToolError;
  /** Called with the suggested size of the result. */
  readonly onSuggestedSize: (size: { readonly width: number; readonly height: number }) => void;
  readonly onDismiss: () => void;
  /** Further actions, such as choosing another picture. */
  readonly children?: ReactNode;
};

/** Shows what went wrong and what can be done about it. */
export const ErrorCard = ({ error, onSuggestedSize, onDismiss, children }: ErrorCardProps) => {
  const { say, units } = useWords();
  const { title, text, suggestedSize, details } = wordsOf(error, say, units);
  return (
    <div className={cards.error} role="alert">
      <p className={cards.errorTitle}>
        <Drawing path={warningShape} />
        <span>{title}</span>
      </p>
      <p>{text}</p>
      {details && (
        <details className={cards.details}>
          <summary>{say('errors.details')}</summary>
          <pre>{details}</pre>
        </details>
      )}
      <div className={css.row}>
        {suggestedSize && (
          <Button kind="primary" onClick={() => onSuggestedSize(suggestedSize)}>
            {suggestedSize.label}
          </Button>
        )}
        {children}
        <Button kind="quiet" size="square" aria-label={say('common.button.dismiss')} onClick={onDismiss}>
          <Glyph name="close" />
        </Button>
      </div>
    </div>
  );
};

/** Notes about a successful result. */
export const Notes = ({ notes }: { readonly notes: readonly ToolError[] }) => {
  const { say, units } = useWords();
  if (notes.length === 0) return null;
  return (
    <ul className={css.notes}>
      {notes.map((note) => {
        const { title, text } = wordsOf(note, say, units);
        return (
          <li key={note.code}>
            <strong>{title}.</strong> {text}
          </li>
        );
      })}
    </ul>
  );
};
