import { LocaleLink, useMessages } from '@safelight/sitegen/runtime';
import { useState } from 'react';
import { TOOLS } from '../../tools/registry.ts';
import { isAccepted } from '../../ui/accepted.ts';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../workspace/view/use-object-url.ts';
import { Suggestions } from './suggest/Suggestions.tsx';
import css from './ToolChoice.module.css';

type ToolChoiceProps = { readonly file: File; readonly onReplace: () => void };

/** Shows the chosen file, and the tools that suit it. */
export const ToolChoice = ({ file, onReplace }: ToolChoiceProps) => {
  const t = useMessages();
  const kind = isAccepted(file, 'image') ? 'image' : 'video';
  const url = useObjectUrl(kind === 'image' ? file : null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  return (
    <div className={css.choice}>
      <div className={css.file}>
        <div className={css.thumb}>
          {url && url !== unreadable && (
            <img className={css.picture} src={url} alt="" onError={() => setUnreadable(url)} />
          )}
        </div>
        <div className={css.words}>
          <h2 className={css.title}>{t('home.drop.ready')}</h2>
          <p className={css.name}>{file.name}</p>
          <Button onClick={onReplace}>{t('home.drop.other')}</Button>
        </div>
      </div>
      {kind === 'image' && <Suggestions file={file} />}
      {kind === 'video' && (
        <ul className={css.tools}>
          {TOOLS.filter((tool) => tool.kind === 'video').map((tool) => (
            <li key={tool.name}>
              <LocaleLink to={tool.path} className={css.tool}>
                {t(`navigation.${tool.name}`)}
              </LocaleLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
