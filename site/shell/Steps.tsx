import { messageKeys } from './message-keys.ts';
import css from './Steps.module.css';
import { useComputedMessages } from './use-computed-messages';

type StepsProps = {
  /** Key of the list; its items have `title` and `text`. */
  readonly list: string;
  readonly count: number;
};

/** A numbered list of steps. */
export const Steps = ({ list, count }: StepsProps) => {
  const text = useComputedMessages();
  return (
    <ol className={css.steps} data-count={count}>
      {messageKeys(list, count).map((key) => (
        <li key={key} className={css.step}>
          <h3 className={css.title}>{text(`${key}.title`)}</h3>
          <p className={css.text}>{text(`${key}.text`)}</p>
        </li>
      ))}
    </ol>
  );
};
