import { useSite } from '@safelight/sitegen/runtime';
import { messageKeys } from '../../shell/message-keys.ts';
import { publicUrl } from '../../shell/public-url.ts';
import { useComputedMessages } from '../../shell/use-computed-messages';
import css from './Why.module.css';

/** Four reasons to use the site, beside an illustration. */
export const Why = () => {
  const text = useComputedMessages();
  const site = useSite();
  return (
    <div className={css.why}>
      <img
        className={css.drawing}
        src={publicUrl(site, '/art/device.svg')}
        alt=""
        width={560}
        height={420}
        loading="lazy"
        decoding="async"
      />
      <ul className={css.points}>
        {messageKeys('home.why.points', 4).map((key) => (
          <li key={key} className={css.point}>
            <h3 className={css.title}>{text(`${key}.title`)}</h3>
            <p className={css.text}>{text(`${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
};
