import { messageKeys } from '../../shell/message-keys.ts';
import { useText } from '../../shell/use-text.ts';
import css from './Why.module.css';

/** Four reasons, each of which a visitor can check. */
export const Why = () => {
  const text = useText();
  return (
    <ul className={css.points}>
      {messageKeys('home.why.points', 4).map((key) => (
        <li key={key} className={css.point}>
          <h3 className={css.title}>{text(`${key}.title`)}</h3>
          <p className={css.text}>{text(`${key}.text`)}</p>
        </li>
      ))}
    </ul>
  );
};
