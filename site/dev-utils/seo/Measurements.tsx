import { useMessages } from '@safelight/sitegen/runtime';
import type { SeoFields } from './fields.ts';
import css from './seo.module.css';
import { DEVICES, type Measure, MIN_WIDTH_PX, SNIPPET, type SnippetPart } from './snippet.ts';

type MeasurementsProps = { readonly fields: SeoFields; readonly measure: (part: SnippetPart) => Measure };

type BarProps = { readonly width: number; readonly limit: number; readonly label: string };

/** A bar with a mark where the text is truncated; its scale extends 25 % beyond that limit. */
const Bar = ({ width, limit, label }: BarProps) => (
  <svg
    className={css.bar}
    viewBox="0 0 125 6"
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
    data-cut={width > limit}
  >
    <rect className={css.track} width="125" height="6" />
    <rect className={css.filled} width={Math.min(125, (width / limit) * 100)} height="6" />
    <rect className={css.limit} x="99.6" width="0.8" height="6" />
  </svg>
);

/** Widths of title and description beside the limits of desktop and phone. */
export const Measurements = ({ fields, measure }: MeasurementsProps) => {
  const t = useMessages();
  const devices = { desktop: t('seoPreview.preview.desktop'), phone: t('seoPreview.preview.phone') };
  const names = { title: t('seoPreview.input.title'), description: t('seoPreview.input.description') };
  const verdict = (part: SnippetPart, width: number): string => {
    if (width === 0) return t('seoPreview.measure.missing');
    const cut = DEVICES.filter((device) => width > SNIPPET[part][device]);
    if (cut.length > 0) return t('seoPreview.measure.cut', { device: cut.map((device) => devices[device]).join(', ') });
    return width < MIN_WIDTH_PX[part] ? t('seoPreview.measure.short') : t('seoPreview.measure.fits');
  };
  return (
    <div className={css.measures}>
      {(['title', 'description'] as const).map((part) => {
        const text = fields[part].trim();
        const width = Math.round(measure(part)(text));
        return (
          <div key={part} className={css.measure}>
            <p className={css.measureHead}>
              <strong>{names[part]}</strong>
              <span>{t('seoPreview.measure.characters', { count: [...text].length })}</span>
              <span role="status">{verdict(part, width)}</span>
            </p>
            {DEVICES.map((device) => {
              const limit = SNIPPET[part][device];
              const pixels = t('seoPreview.measure.pixels', { pixels: width, limit });
              return (
                <div key={device} className={css.device}>
                  <span>{devices[device]}</span>
                  <Bar width={width} limit={limit} label={`${names[part]}, ${devices[device]}: ${pixels}`} />
                  <span className={css.pixels} aria-hidden="true">
                    {pixels}
                  </span>
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
};
