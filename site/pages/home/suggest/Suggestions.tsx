import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';
import { toolWithName } from '../../../tools/registry.ts';
import { pendingFile } from '../../../ui/pending-file.ts';
import { SuggestionIcon } from './SuggestionIcon.tsx';
import css from './suggest.module.css';
import type { Suggestion } from './suggestions.ts';

/** The three tools that suit a picture, with icons and reasons; a link hands the picture to the tool's page. */
export const Suggestions = ({ file }: { readonly file: File }) => {
  const t = useMessages();
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void import('./look-at.ts')
      .then(({ lookAt }) => lookAt(file))
      .catch(() => null)
      .then((found) => isCurrent && setSuggestions(found ?? []));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return (
    <>
      <ul className={css.list} aria-live="polite">
        {suggestions.map(({ tool, reason }) => (
          <li key={tool}>
            <LocaleLink to={toolWithName(tool).path} className={css.link} onClick={() => pendingFile.put(file)}>
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
