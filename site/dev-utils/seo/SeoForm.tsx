import { useMessages } from '@safelight/sitegen/runtime';
import { Select, TextArea, TextField } from '../../ui/Field.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { FileButton } from '../parts/FileButton.tsx';
import parts from '../parts/parts.module.css';
import { SEO_RULES, type SeoFields } from './fields.ts';
import { CARDS } from './page.ts';
import { readSource } from './read.ts';
import css from './seo.module.css';

type SeoFormProps = {
  readonly fields: SeoFields;
  readonly set: (change: Partial<SeoFields>) => void;
  readonly onPicture: (file: File) => void;
  readonly onIcon: (file: File) => void;
};

type TextName = 'title' | 'url' | 'siteName' | 'image' | 'socialTitle' | 'keyword';

const Fields = ({ fields, set, onPicture, onIcon }: SeoFormProps) => {
  const t = useMessages();
  const field = (name: TextName, label: string) => (
    <TextField
      label={label}
      inputMode={name === 'url' || name === 'image' ? 'url' : 'text'}
      value={fields[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={css.fields}>
      {field('title', t('seoPreview.input.title'))}
      <TextArea
        label={t('seoPreview.input.description')}
        rows={4}
        value={fields.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      {field('url', t('seoPreview.input.url'))}
      <div className={parts.pair}>
        {field('siteName', t('seoPreview.input.siteName'))}
        {field('keyword', t('seoPreview.input.keyword'))}
      </div>
      {field('image', t('seoPreview.input.image'))}
      <div className={parts.row}>
        <FileButton label={t('seoPreview.input.imageChoose')} accept="image/*" onFile={onPicture} />
        <FileButton label={t('seoPreview.input.favicon')} accept="image/*,.ico" onFile={onIcon} />
      </div>
      <p className={parts.status}>{t('seoPreview.input.imageHint')}</p>
      <Select
        label={t('seoPreview.input.card')}
        value={fields.card}
        onChange={(event) =>
          set({ card: CARDS.find((card) => card === event.currentTarget.value) ?? 'summary_large_image' })
        }
      >
        <option value="summary_large_image">{t('seoPreview.input.cardLarge')}</option>
        <option value="summary">{t('seoPreview.input.cardSmall')}</option>
      </Select>
      <details className={parts.details}>
        <summary>{t('seoPreview.input.social')}</summary>
        <div className={css.fields}>
          {field('socialTitle', t('seoPreview.input.socialTitle'))}
          <TextArea
            label={t('seoPreview.input.socialDescription')}
            rows={3}
            value={fields.socialDescription}
            onChange={(event) => set({ socialDescription: event.currentTarget.value })}
          />
        </div>
      </details>
    </div>
  );
};

/** Initial values of the fields that an earlier source filled. */
const emptied = (filled: Partial<SeoFields>): Partial<SeoFields> =>
  Object.fromEntries(Object.entries(SEO_RULES.initial).filter(([name]) => name in filled));

/** The input of the previews: fields, or pasted HTML or front matter that fills them. */
export const SeoForm = (props: SeoFormProps) => {
  const t = useMessages();
  const { fields, set } = props;
  const { kind, meta } = readSource(fields.paste);
  const read = {
    html: t('seoPreview.found.html', { count: Object.keys(meta).length }),
    frontMatter: t('seoPreview.found.frontMatter', { count: Object.keys(meta).length }),
    nothing: fields.paste === '' ? t('seoPreview.input.pasteHint') : t('seoPreview.found.nothing'),
  };
  return (
    <Tabs
      label={t('seoPreview.input.label')}
      tabs={[
        { id: 'fields', title: t('seoPreview.input.fields'), content: <Fields {...props} /> },
        {
          id: 'paste',
          title: t('seoPreview.input.paste'),
          content: (
            <TextArea
              label={t('seoPreview.input.pasteLabel')}
              hint={<span role="status">{read[kind]}</span>}
              rows={16}
              spellCheck={false}
              value={fields.paste}
              onChange={({ currentTarget: { value } }) =>
                set({ ...emptied(meta), paste: value, ...readSource(value).meta })
              }
            />
          ),
        },
      ]}
    />
  );
};
