import { useMessages } from '@safelight/sitegen/runtime';
import type { EncodeType } from '../../engine/types.ts';
import { Select, Slider, Switch, TextField } from '../../ui/Field.tsx';
import { Panel } from '../parts/Panel.tsx';
import parts from '../parts/parts.module.css';
import { METADATA, type PictureFields, TYPES } from './fields.ts';
import { RESIZE_KINDS } from './size.ts';

type PictureFormProps = {
  readonly fields: PictureFields;
  readonly set: (change: Partial<PictureFields>) => void;
  readonly formats: readonly EncodeType[] | null;
};

const NAMES: { readonly [type in EncodeType]: string } = {
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/jxl': 'JPEG XL',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
};

type NumberProps = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
};

const NumberField = ({ label, value, min, max, onChange }: NumberProps) => (
  <TextField
    type="number"
    inputMode="numeric"
    label={label}
    min={min}
    max={max}
    value={value === 0 ? '' : value}
    onChange={(event) => onChange(Math.min(max, Math.max(0, Math.round(Number(event.currentTarget.value)))))}
  />
);

const FormatPanel = ({ fields, set, formats }: PictureFormProps) => {
  const t = useMessages();
  const missing = formats ? TYPES.filter((type) => !formats.includes(type)) : [];
  const lossless = fields.type === 'image/png';
  const isLossless = lossless || (fields.type === 'image/jxl' && fields.quality === 100);
  const hints = [
    ...(fields.type === 'image/jxl' ? [t('workspace.output.jpegXl')] : []),
    ...missing.map((type) => t('picConverter.summary.unsupported', { format: NAMES[type] })),
  ];
  return (
    <Panel title={t('picConverter.options.format')}>
      <div className={parts.pair}>
        <Select
          label={t('picConverter.options.to')}
          value={fields.type}
          hint={hints.join(' ') || undefined}
          onChange={(event) => set({ type: TYPES.find((type) => type === event.currentTarget.value) ?? 'image/webp' })}
        >
          {TYPES.map((type) => (
            <option key={type} value={type} disabled={missing.includes(type)}>
              {NAMES[type]}
            </option>
          ))}
        </Select>
        <NumberField
          label={t('picConverter.options.targetSize')}
          value={fields.targetKb}
          min={1}
          max={100_000}
          onChange={(targetKb) => set({ targetKb })}
        />
      </div>
      <Slider
        label={t('picConverter.options.quality')}
        shown={isLossless ? t('picConverter.options.lossless') : fields.quality}
        min={1}
        max={100}
        value={fields.quality}
        disabled={lossless}
        onChange={(event) => set({ quality: Number(event.currentTarget.value) })}
      />
      {fields.type === 'image/jpeg' && (
        <TextField
          type="color"
          label={t('picConverter.options.background')}
          value={fields.matte}
          onChange={(event) => set({ matte: event.currentTarget.value })}
        />
      )}
    </Panel>
  );
};

/** Options of the conversion: format, quality, size, metadata, names. */
export const PictureForm = (props: PictureFormProps) => {
  const t = useMessages();
  const { fields, set } = props;
  const resizes = {
    none: t('picConverter.options.resizeNone'),
    longSide: t('picConverter.options.resizeLongSide'),
    width: t('picConverter.options.resizeWidth'),
    height: t('picConverter.options.resizeHeight'),
    percent: t('picConverter.options.resizePercent'),
  };
  const metadata = {
    strip: t('picConverter.options.metadataStrip'),
    'without-gps': t('picConverter.options.metadataNoGps'),
    keep: t('picConverter.options.metadataKeep'),
  };
  const percent = fields.resize === 'percent';
  return (
    <>
      <FormatPanel {...props} />
      <Panel title={t('picConverter.options.resize')}>
        <div className={parts.pair}>
          <Select
            label={t('picConverter.options.resizeBy')}
            value={fields.resize}
            onChange={(event) =>
              set({ resize: RESIZE_KINDS.find((kind) => kind === event.currentTarget.value) ?? 'none' })
            }
          >
            {RESIZE_KINDS.map((one) => (
              <option key={one} value={one}>
                {resizes[one]}
              </option>
            ))}
          </Select>
          {fields.resize !== 'none' && (
            <NumberField
              label={percent ? t('picConverter.options.percentage') : t('picConverter.options.pixels')}
              value={percent ? fields.percent : fields.pixels}
              min={1}
              max={percent ? 400 : 16_383}
              onChange={(amount) => set(percent ? { percent: amount } : { pixels: amount })}
            />
          )}
        </div>
        {fields.resize !== 'none' && (
          <Switch
            label={t('picConverter.options.noEnlarge')}
            checked={fields.noEnlarge}
            onChange={(noEnlarge) => set({ noEnlarge })}
          />
        )}
      </Panel>
      <Panel title={t('picConverter.options.file')}>
        <div className={parts.pair}>
          <Select
            label={t('picConverter.options.metadata')}
            hint={fields.type === 'image/avif' ? t('picConverter.options.metadataAvif') : undefined}
            value={fields.metadata}
            onChange={(event) =>
              set({ metadata: METADATA.find((one) => one === event.currentTarget.value) ?? 'strip' })
            }
          >
            {METADATA.map((one) => (
              <option key={one} value={one}>
                {metadata[one]}
              </option>
            ))}
          </Select>
          <TextField
            label={t('picConverter.options.names')}
            hint={t('picConverter.options.namesHint', { placeholders: '{name} {number} {width} {height}' })}
            value={fields.names}
            onChange={(event) => set({ names: event.currentTarget.value })}
          />
        </div>
      </Panel>
    </>
  );
};
