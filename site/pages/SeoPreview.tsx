import { useMemo, useState } from 'react';
import { useMessages } from 'sitegen/runtime';
import { cutToWidth, SNIPPET } from '../dev-utils/snippet.ts';
import { UtilityPage } from '../shell/UtilityPage.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import css from './utility.module.css';

type Part = keyof typeof SNIPPET;
type Device = 'desktop' | 'phone';

/** Measures text on a canvas, made when the first text is measured. */
const createMeasure = () => {
  let context: CanvasRenderingContext2D | null = null;
  return (text: string, part: Part): number => {
    context ??= document.createElement('canvas').getContext('2d');
    if (!context) return 0;
    context.font = SNIPPET[part].font;
    return Math.round(context.measureText(text).width);
  };
};

export const Page = () => {
  const t = useMessages();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [url, setUrl] = useState('');
  const measure = useMemo(createMeasure, []);
  const row = (part: Part, text: string) => {
    const width = text ? measure(text, part) : 0;
    const cutOn = (['desktop', 'phone'] as const).filter((device) => width > SNIPPET[part][device]);
    const devices = { desktop: t('seoPreview.preview.desktop'), phone: t('seoPreview.preview.phone') };
    return (
      <tr>
        <th scope="row">{part === 'title' ? t('seoPreview.input.title') : t('seoPreview.input.description')}</th>
        <td>{t('seoPreview.measure.pixels', { pixels: width, limit: SNIPPET[part].desktop })}</td>
        <td>{t('seoPreview.measure.characters', { count: text.length })}</td>
        <td>
          {text === '' && t('seoPreview.measure.missing')}
          {text !== '' && cutOn.length === 0 && t('seoPreview.measure.fits')}
          {cutOn.map((device) => t('seoPreview.measure.cut', { device: devices[device] })).join(' ')}
        </td>
      </tr>
    );
  };
  const shown = (part: Part, device: Device) => {
    const text = part === 'title' ? title : description;
    return text && cutToWidth(text, SNIPPET[part][device], (candidate) => measure(candidate, part));
  };
  const snippet = (device: Device) => (
    <div className={css.snippet} data-device={device}>
      <span className={css.snippetUrl}>{url}</span>
      <span className={css.snippetTitle}>{shown('title', device) || t('seoPreview.preview.noTitle')}</span>
      <span>{shown('description', device) || t('seoPreview.preview.noDescription')}</span>
    </div>
  );
  return (
    <UtilityPage
      title={t('seoPreview.h1')}
      lead={t('seoPreview.lead')}
      input={
        <>
          <TextField
            label={t('seoPreview.input.title')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <TextArea
            label={t('seoPreview.input.description')}
            rows={4}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <TextField
            label={t('seoPreview.input.url')}
            inputMode="url"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        </>
      }
      output={
        <>
          <Tabs
            label={t('seoPreview.preview.search')}
            tabs={[
              { id: 'desktop', title: t('seoPreview.preview.desktop'), content: snippet('desktop') },
              { id: 'phone', title: t('seoPreview.preview.phone'), content: snippet('phone') },
            ]}
          />
          <div className={css.scroll}>
            <table className={css.table}>
              <caption className="visually-hidden">{t('seoPreview.measure.title')}</caption>
              <tbody>
                {row('title', title)}
                {row('description', description)}
              </tbody>
            </table>
          </div>
        </>
      }
    />
  );
};
