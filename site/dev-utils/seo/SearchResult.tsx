import { useMessages } from '@safelight/sitegen/runtime';
import { Glyph } from '../../ui/Glyph.tsx';
import type { SeoFields } from './fields.ts';
import css from './previews.module.css';
import {
  breadcrumbsOf,
  type Device,
  highlight,
  type Measure,
  SNIPPET,
  type SnippetPart,
  truncateToWidth,
} from './snippet.ts';

type SearchResultProps = {
  readonly fields: SeoFields;
  readonly device: Device;
  readonly measure: (part: SnippetPart) => Measure;
  /** URL of the site's icon, or null. */
  readonly icon: string | null;
};

/** A page as a search engine lists it, truncated as there. */
export const SearchResult = ({ fields, device, measure, icon }: SearchResultProps) => {
  const t = useMessages();
  const { host, path } = breadcrumbsOf(fields.url);
  const shown = (part: SnippetPart) => truncateToWidth(fields[part].trim(), SNIPPET[part][device], measure(part));
  const [title, description] = [shown('title'), shown('description')];
  return (
    <div className={css.result} data-device={device}>
      <div className={css.site}>
        <span className={css.icon}>
          {icon ? <img src={icon} alt="" width={18} height={18} /> : <Glyph name="globe" />}
        </span>
        <span className={css.where}>
          <span className={css.siteName}>
            {fields.siteName || host.replace(/^https?:\/\//, '') || t('seoPreview.preview.noSite')}
          </span>
          <span className={css.crumbs}>
            {host || t('seoPreview.preview.noUrl')}
            {path}
          </span>
        </span>
      </div>
      <p className={css.resultTitle}>{title || t('seoPreview.preview.noTitle')}</p>
      <p className={css.resultText}>
        {description === ''
          ? t('seoPreview.preview.noDescription')
          : highlight(description, fields.keyword).map(({ text, strong }, index) => {
              const key = `${index}-${text}`;
              return strong ? <strong key={key}>{text}</strong> : <span key={key}>{text}</span>;
            })}
      </p>
    </div>
  );
};
