import { Link, useLocale, useMessages, useRoute, useSite } from '@safelight/sitegen/runtime';
import css from './PostLanguages.module.css';

/** Links to this article in its other languages; nothing if there are none. */
export const PostLanguages = () => {
  const t = useMessages();
  const { locales } = useSite();
  const { alternates } = useRoute();
  const { code: current } = useLocale();
  const others = locales.filter(({ code }) => code !== current && alternates[code] !== undefined);
  if (others.length === 0) return null;
  return (
    <p className={css.languages} data-screen-only="">
      <span>{t('blog.alsoIn')}</span>
      {others.map(({ code, name, language }) => (
        <Link key={code} to={alternates[code] ?? ''} hrefLang={language} lang={language} prefetch={false}>
          {name}
        </Link>
      ))}
    </p>
  );
};
