import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';
import { toolWithName } from '../../../tools/registry.ts';
import type { Look } from './look-at.ts';
import { SuggestionIcon } from './SuggestionIcon.tsx';
import css from './suggest.module.css';

/** The three tools that suit a picture, with icons and reasons. */
export const Suggestions = ({ file }: { readonly file: File }) => {
  const t = useMessages();
  const [look, setLook] = useState<Look>({ suggestions: [] });
  useEffect(() => {
    let isCurrent = true;
    void import('./look-at.ts')
      .then(({ lookAt }) => lookAt(file))
      .then((found) => isCurrent && setLook(found))
      // The list below opens the picture, too.
      .catch(() => isCurrent && setLook({ suggestions: [] }));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if ('unreadable' in look) {
    const { unreadable: type } = look;
    const { name } = file;
    const textOf = () => {
      switch (type) {
        case null:
          return t('errors.file.notAPicture.text', { name });
        case 'image/heic':
          return `${t('errors.file.heic.title')}. ${t('errors.file.heic.text')}`;
        case 'image/tiff':
          return `${t('errors.file.tiff.title')}. ${t('errors.file.tiff.text')}`;
        default:
          return t('errors.file.damaged.text', { name, type: type.replace(/^.*\//, '').toUpperCase() });
      }
    };
    return <p role="alert">{textOf()}</p>;
  }
  return (
    <>
      <ul className={css.list} aria-live="polite">
        {look.suggestions.map(({ tool, reason }) => (
          <li key={tool}>
            <LocaleLink to={toolWithName(tool).path} className={css.link}>
              <SuggestionIcon reason={reason} />
              <span>
                <span className={css.name}>{t(`navigation.${tool}`)}</span>
                <span className={css.reason}>{t(`home.suggest.${reason}`)}</span>
              </span>
            </LocaleLink>
          </li>
        ))}
      </ul>
      <a className={css.more} href="#tools">
        {t('home.suggest.all')}
      </a>
    </>
  );
};
