import { LocaleLink, useLocale, useMessages, useSite } from '@safelight/sitegen/runtime';
import type { ToolMeta } from '../tools/meta.ts';
import card from '../ui/Card.module.css';
import { classes } from '../ui/classes.ts';
import { existsIn } from './navigation.ts';
import css from './ToolCard.module.css';
import { ToolThumbnail } from './ToolThumbnail.tsx';

type ToolCardProps = {
  readonly tool: ToolMeta;
  readonly level: 3 | 4;
};

/** A card with a tool's sample picture, name and summary; the whole card links to its page. */
export const ToolCard = ({ tool, level }: ToolCardProps) => {
  const t = useMessages();
  const site = useSite();
  const locale = useLocale();
  const Heading = `h${level}` as const;
  return (
    <article className={classes(card.card, css.card)}>
      <ToolThumbnail tool={tool} className={css.thumbnail} />
      <div className={css.text}>
        <Heading className={css.name}>
          <LocaleLink to={tool.path} data-cover="">
            {t(`home.tools.${tool.name}.name`)}
          </LocaleLink>
        </Heading>
        <p className={css.summary}>{t(`home.tools.${tool.name}.line`)}</p>
        {!existsIn(site, tool.path, locale.code) && <p className={css.language}>{t('home.tools.englishOnly')}</p>}
      </div>
    </article>
  );
};
