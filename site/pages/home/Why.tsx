import { useMessages } from 'sitegen/runtime';
import { messageKeys } from '../../shell/message-keys.ts';
import css from './Why.module.css';

/** Four reasons, each of which a visitor can check. */
export const Why = () => {
  const t = useMessages();
  return (
    <ul className={css.points}>
      {messageKeys('home.why.points', 4).map((key) => (
        <li key={key} className={css.point}>
          <h3 className={css.title}>{t(`${key}.title`)}</h3>
          <p className={css.text}>{t(`${key}.text`)}</p>
        </li>
      ))}
    </ul>
  );
};
