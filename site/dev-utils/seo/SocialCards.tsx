import { useMessages } from '@safelight/sitegen/runtime';
import { Drawing } from '../../ui/Drawing.tsx';
import { pictureShape } from '../../ui/drawings/picture.ts';
import type { SeoFields } from './fields.ts';
import css from './previews.module.css';
import { breadcrumbsOf } from './snippet.ts';
import type { Picture } from './use-picture.ts';

type CardProps = { readonly fields: SeoFields; readonly picture: Picture | null };

const useCardText = (fields: SeoFields) => {
  const t = useMessages();
  return {
    title: (fields.socialTitle || fields.title).trim() || t('seoPreview.preview.noTitle'),
    description: (fields.socialDescription || fields.description).trim(),
    host: breadcrumbsOf(fields.url).host.replace(/^https?:\/\/(?:www\.)?/, '') || 'example.com',
  };
};

const CardPicture = ({ fields, picture }: CardProps) => {
  const t = useMessages();
  if (picture) return <img className={css.cardPicture} src={picture.url} alt="" />;
  return (
    <span className={css.noPicture}>
      <Drawing path={pictureShape} />
      <span>{fields.image === '' ? t('seoPreview.preview.noImage') : t('seoPreview.preview.notLoaded')}</span>
    </span>
  );
};

/** A link as networks with Open Graph support show it. */
export const OpenGraphCard = ({ fields, picture }: CardProps) => {
  const { title, description, host } = useCardText(fields);
  return (
    <div className={css.card} data-kind="og">
      <div className={css.frame}>
        <CardPicture fields={fields} picture={picture} />
      </div>
      <div className={css.cardText}>
        <span className={css.host}>{host.toUpperCase()}</span>
        <span className={css.cardTitle}>{title}</span>
        {description !== '' && <span className={css.cardDescription}>{description}</span>}
      </div>
    </div>
  );
};

/** A link as X shows it: a large picture with the title on it, or a small one beside the text. */
export const XCard = ({ fields, picture }: CardProps) => {
  const t = useMessages();
  const { title, description, host } = useCardText(fields);
  if (fields.card === 'summary')
    return (
      <div className={css.card} data-kind="x-small">
        <div className={css.square}>
          <CardPicture fields={fields} picture={picture} />
        </div>
        <div className={css.cardText}>
          <span className={css.host}>{host}</span>
          <span className={css.cardTitle}>{title}</span>
          {description !== '' && <span className={css.cardDescription}>{description}</span>}
        </div>
      </div>
    );
  return (
    <div>
      <div className={css.card} data-kind="x">
        <div className={css.frame}>
          <CardPicture fields={fields} picture={picture} />
          <span className={css.overlay}>{title}</span>
        </div>
      </div>
      <span className={css.from}>{t('seoPreview.preview.from', { host })}</span>
    </div>
  );
};
